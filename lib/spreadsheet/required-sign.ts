/** Suffix of the titles of required columns. */
export const REQUIRED_SIGN = " *";
