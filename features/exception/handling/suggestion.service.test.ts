import { expect, it } from "vitest";
import { commentsIn } from "./suggestion.service";

it.each([
  ["zh-CN", "Door was open, now closed", "门未关好，已关上"],
  ["en-US", "正在现场检查", "On site, checking"],
  ["ja", "Door was open, now closed. Seal torn.", "Door was open, now closed. Seal torn."],
  ["es", null, null],
] as const)("in %s: %s", async (locale, written, shown) => {
  expect((await commentsIn(locale))(written)).toBe(shown);
});
