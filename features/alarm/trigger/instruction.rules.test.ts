import { expect, it } from "vitest";
import { LOCALES } from "@/lib/i18n/routing";
import { PARTS } from "./instruction.rules";

it.each(LOCALES)("every part has a title and every point its words, and none is left out, in %s", async (locale) => {
  const {
    intro: _,
    open: __,
    conditions: ___,
    kind: ____,
    ...texts
  } = (await import(`../../../messages/${locale}/instruction.json`)).default;
  const shown = Object.entries(PARTS).map(([part, points]) => [
    part,
    ["title", ...points.flatMap((point) => [`${point}.term`, `${point}.text`])],
  ]);
  const written = Object.entries<Record<string, string | object>>(texts).map(([part, points]) => [
    part,
    Object.entries(points).flatMap(([point, words]) =>
      typeof words === "string" ? [point] : Object.keys(words).map((word) => `${point}.${word}`),
    ),
  ]);
  const sorted = (parts: unknown[][]) =>
    Object.fromEntries(parts.map(([part, points]) => [part, (points as string[]).toSorted()]));
  expect(sorted(written)).toEqual(sorted(shown));
  expect(Object.keys(PARTS)).toEqual(expect.arrayContaining(["severity", "connection"]));
});
