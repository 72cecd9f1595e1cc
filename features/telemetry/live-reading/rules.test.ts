import { expect, it } from "vitest";
import { replaces } from "./rules";

it.each([
  ["a newer one", { at: 20 }, 10, true],
  ["the first", { at: 20 }, null, true],
  ["the same again", { at: 10 }, 10, false],
  ["an older one", { at: 5 }, 10, false],
  ["an older one that is left", { at: 5, isRestated: true }, 10, true],
  ["nothing that is left", { at: null, isRestated: true }, 10, true],
])("%s is shown: %j", (_name, reading, shownAt, expected) => expect(replaces(reading, shownAt)).toBe(expected));
