/**
 * Maximum size of a decoded page. 10,000 contacts of 5 KB each fit; parsing a larger page would take
 * hundreds of megabytes of n8n's memory.
 */
export const MAX_PAGE_MEBIBYTES = 64;
