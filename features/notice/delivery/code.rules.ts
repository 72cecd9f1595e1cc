/** How long a code names its alarms, from the last message that brought it: as long as the link of a message opens. */
export const CODE_DAYS = 7;

const DIGITS = "23456789";
/** Without letters that look like digits, or like each other. */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ";

/** A code such as `7K`, or `7KM` where `length` is 3; `random` returns an integer from 0 up to, not including, its argument. */
export function makeCode(length: 2 | 3, random: (below: number) => number): string {
  const one = (alphabet: string) => alphabet.charAt(random(alphabet.length));
  return one(DIGITS) + one(LETTERS) + (length === 3 ? one(LETTERS) : "");
}

export const codeExpiry = (now: Date): Date => new Date(now.getTime() + CODE_DAYS * 86_400_000);
