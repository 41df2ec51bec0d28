/** What another try may mend. */
export const TRANSIENT_STATUSES = new Set([429, 500, 502, 503, 504]);

/** OpenSSL's and Node.js's names for a certificate that does not convince. */
export const CERTIFICATE_ERROR = /CERT|^UNABLE_TO_|^ERR_TLS_/;
