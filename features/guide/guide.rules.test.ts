import { describe, expect, it } from "vitest";
import type { Permission } from "@/lib/auth/permissions";
import { concerns, differ, fittingTopic, inLanguage, isExplainable, reordered, withText } from "./guide.rules";

describe("a reader's language", () => {
  it.each([
    [{ ja: "j", "zh-CN": "z", "en-US": "e" }, "ja", "ja"],
    [{ "zh-CN": "z", "en-US": "e" }, "ja", "zh-CN"],
    [{ "en-US": "e", es: "s" }, "ja", "en-US"],
    [{ es: "s" }, "ja", "es"],
  ] as const)("of %j in %s is %s", (texts, locale, language) => {
    expect(inLanguage<string>(texts, locale)).toEqual({ language, value: texts[language as keyof typeof texts] });
  });

  it("gets a text of its own beside the others", () => {
    const old = { "zh-CN": { name: "名", content: "文" } };
    expect(withText(old, "es", { content: "texto" })).toEqual({ ...old, es: { name: "名", content: "texto" } });
    expect(withText(old, "zh-CN", { name: "新" })).toEqual({ "zh-CN": { name: "新", content: "文" } });
    expect(withText(old, "es", {})).toBe(old);
  });

  it("makes a difference by what is written, not by the order of the fields", () => {
    const one = { ja: { name: "a", content: "b" } };
    expect(differ(one, { ja: { content: "b", name: "a" } })).toBe(false);
    expect(differ(one, { ja: { name: "a", content: "c" } })).toBe(true);
    expect(differ(one, { ...one, es: { name: "a", content: "b" } })).toBe(true);
  });
});

describe("a topic", () => {
  const topics = [{ routes: [] }, { routes: ["/abnormal/dataex"] }, { routes: ["/sysAlarm", "/atinstruction"] }];
  it.each([
    ["/abnormal/dataex", 1],
    ["/sysAlarm", 2],
    ["/atinstruction", 2],
    // Another screen of the same menu group.
    ["/abnormal/silence", 1],
  ])("of %s is number %i", (path, index) => expect(fittingTopic(topics, path)).toBe(topics[index]));
  it.each(["/home", "/historyData", "/nowhere", "", "/guide"])("of %j is none", (path) =>
    expect(fittingTopic(topics, path)).toBeNull(),
  );

  it("concerns who may open one of its screens, or everybody where it has none", () => {
    const rights = new Set<Permission>(["viewEx"]);
    expect(concerns([], rights)).toBe(true);
    expect(concerns(["/sys/customer", "/abnormal/dataex"], rights)).toBe(true);
    expect(concerns(["/sys/customer"], rights)).toBe(false);
    expect(concerns(["/home"], rights)).toBe(true);
  });

  it("explains screens of the console and windows, and not itself", () => {
    for (const path of ["/home", "/historyData"]) expect(isExplainable(path)).toBe(true);
    for (const path of ["/guide", "/login", "/exDetail", "home"]) expect(isExplainable(path)).toBe(false);
  });
});

it("leaves what is not named behind, in its order", () => {
  expect(reordered([1, 2, 3, 4], [3, 1])).toEqual([3, 1, 2, 4]);
});
