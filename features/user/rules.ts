const HAN_NAME = /^\p{Script=Han}{2,10}$/u;
const HAN_ONLY = /^\p{Script=Han}+$/u;
const OTHER_NAME = /^(?=.*\p{L})[\p{L}\p{M}\p{N} .,'’·・-]{2,30}$/u;

/**
 * Whether a text can be a person's name: 2 to 10 Chinese characters (specification, section 5), or 2 to 30 characters
 * where another script is in it, with the signs that names hold.
 */
export const isPersonName = (text: string): boolean => (HAN_ONLY.test(text) ? HAN_NAME : OTHER_NAME).test(text);
