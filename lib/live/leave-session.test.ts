import { expect, it } from "vitest";
import { placeAfter } from "./leave-session";

it.each([
  ["replaced", "/es/home", "/es/login?next=%2Fes%2Fhome"],
  ["cancelled", "/en-US/abnormal/dataex?q=a", "/en-US/login?next=%2Fen-US%2Fabnormal%2Fdataex%3Fq%3Da"],
  ["password-changed", "/ja/personal/material", "/ja/login?next=%2Fja%2Fpersonal%2Fmaterial&reason=password-changed"],
  ["logout", "/", "/zh-CN/login?next=%2F"],
  ["switched", "/en-US/abnormal/dataex?q=a", "/en-US/home"],
])("after %s a page at %s goes to %s", (reason, address, place) => expect(placeAfter(reason, address)).toBe(place));
