/** Codes that stand in for a lost authenticator, each once. */
export const BACKUP_CODES = 10;
/** Letters and digits, none that look alike: 31 of them, ten in a code, about 49 bits. */
export const BACKUP_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
export const BACKUP_LENGTH = 10;
/** Codes tried within a minute while a second factor is being set up. */
export const CONFIRMATIONS_PER_MINUTE = 10;

/** A code as it is compared: whatever its case, width, blanks and hyphens. */
export const normaliseFactorCode = (code: string): string => code.normalize("NFKC").toLowerCase().replace(/[\s-]/g, "");

/** Whether a normalised code is one of an authenticator; otherwise it can only be a backup code. */
export const isAuthenticatorCode = (code: string): boolean => /^\d{6}$/.test(code);

/** A backup code as it is shown: two groups of five. */
export const spellBackupCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
