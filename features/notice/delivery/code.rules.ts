/** The lifetime of a code, from the last message that contained it. It equals that of the links in messages. */
export const CODE_DAYS = 7;

const DIGITS = "23456789";
/** Excludes letters that resemble digits or each other. */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ";

/** Generates a code such as `7K`, or `7KM` if `length` is 3. `random` returns an integer in [0, `below`). */
export function makeCode(length: 2 | 3, random: (below: number) => number): string {
  const one = (alphabet: string) => alphabet.charAt(random(alphabet.length));
  return one(DIGITS) + one(LETTERS) + (length === 3 ? one(LETTERS) : "");
}

export const codeExpiry = (now: Date): Date => new Date(now.getTime() + CODE_DAYS * 86_400_000);
