// Characters never permitted in text: lone surrogates, which no database stores, and bidirectional overrides and
// isolates; the patterns below add control characters.

const NEVER = String.raw`\p{Cs}\u202A-\u202E\u2066-\u2069`;
const IN_LINES = new RegExp(String.raw`[${NEVER}\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]`, "u");
const IN_LINE = new RegExp(String.raw`[${NEVER}\p{Cc}\p{Zl}\p{Zp}]`, "u");

/** Whether a multi-line text contains control characters other than tab and line breaks. */
export const hasControlCharacter = (text: string): boolean => IN_LINES.test(text);

/** Whether a text is one line without control characters. */
export const isSingleLine = (text: string): boolean => !IN_LINE.test(text);
