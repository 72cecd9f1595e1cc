/** The public page that checks a document, by the key in its QR code. */
export const checkPath = (key: string): string => `/reportCheck?key=${key}`;

/** Visits of one network and lookups of one document, per minute. */
export const CHECK_RATE = { address: 60, seconds: 60 } as const;
