import "server-only";
import { randomInt } from "node:crypto";

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const DIGITS = "23456789";
const BLOCKS = 6;

/** Eighteen letters and digits, both present (specification, section 5), no look-alikes: about 100 bits. Shown once. */
export function newOneTimePassword(): string {
  const draw = (from: string) => from.charAt(randomInt(from.length));
  return Array.from({ length: BLOCKS }, () => draw(LETTERS) + draw(LETTERS) + draw(DIGITS)).join("");
}
