/** E.164: a plus sign, then 7 to 15 digits, the first not 0. */
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/;
const MAINLAND_MOBILE = /^1\d{10}$/;
/** Area codes of mainland China have 3 digits (010, 02x), else 4. */
const MAINLAND_LANDLINE = /^(0(?:10|2\d|[3-9]\d{2}))(\d{7,8})$/;
const LOCAL = /^\d{7,8}$/;
/** Any other national number with its trunk prefix, such as `01715550123`. */
const NATIONAL = /^0\d{8,13}$/;
/** Separators between digits: blanks, hyphens, dots, slashes, parentheses. */
const SEPARATORS = /[\s()./\-\u2010-\u2015]/g;
/** The same but for the hyphens, which service numbers such as `400-800-1234` keep. */
const BLANKS = /[\s()./]/g;

/**
 * Converts a phone number to the canonical form for storage and comparison: without separators, numbers of mainland
 * China without +86, landlines as `020-81234567`, others as E.164 or as they are dialled at home. Of other digits, only
 * the hyphens remain between them. Returns a text that is no number unchanged.
 */
export function canonicalPhone(text: string): string {
  const plain = text.normalize("NFKC").trim();
  // The trunk prefix in "+49 (0)170 …" is not dialled after a country code.
  const compact = (plain.startsWith("+") ? plain.replace("(0)", "") : plain).replace(SEPARATORS, "");
  const national = compact.replace(/^\+86/, "");
  if (MAINLAND_MOBILE.test(national)) return national;
  const [, area, local] = MAINLAND_LANDLINE.exec(national === compact ? national : `0${national}`) ?? [];
  if (area !== undefined) return `${area}-${local}`;
  if (INTERNATIONAL.test(compact) || LOCAL.test(compact) || NATIONAL.test(compact)) return compact;
  return /^\d+$/.test(compact) ? plain.replace(BLANKS, "") : text;
}
