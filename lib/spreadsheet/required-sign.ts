/** Titles of columns that must be filled end with this. */
export const REQUIRED_SIGN = " *";
