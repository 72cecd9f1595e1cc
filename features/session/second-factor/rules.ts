/** The number of backup codes, each of which replaces the authenticator once. */
export const BACKUP_CODES = 10;
/** 31 letters and digits without look-alikes. Ten characters per code give about 49 bits. */
export const BACKUP_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
export const BACKUP_LENGTH = 10;
/** Codes that may be tried within a minute during the setup. */
export const CONFIRMATIONS_PER_MINUTE = 10;

/** Normalises a code for comparison: case, width, blanks and hyphens are ignored. */
export const normaliseFactorCode = (code: string): string => code.normalize("NFKC").toLowerCase().replace(/[\s-]/g, "");

/** Whether a normalised code has the format of an authenticator; otherwise it can only be a backup code. */
export const isAuthenticatorCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Formats a backup code in two groups of five. */
export const spellBackupCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
