/**
 * Decoded size of a page. 10,000 contacts of 5 KB each need less; beyond, parsing alone would take
 * hundreds of megabytes of n8n's memory.
 */
export const MAX_PAGE_MEBIBYTES = 64;
