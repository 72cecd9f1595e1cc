import { describe, expect, it } from "vitest";
import { CALLERS, isAsked, readChoice, takeTurns } from "./plan";

describe("what the command line asks for", () => {
  it("is everything where nothing is named", () => {
    expect(readChoice([], 2)).toMatchObject({ routes: [], callers: CALLERS, themes: ["light", "dark"], workers: 2 });
  });

  it("is narrowed by lists and by repeated options, in the order of the product", () => {
    const words = ["--locale", "ja,es", "--account=admin", "--account", "root", "--route", "/sys,/noti", "--size=390"];
    expect(readChoice(words, 2)).toMatchObject({
      routes: ["/sys", "/noti"],
      locales: ["es", "ja"],
      callers: ["root", "admin"],
      sizes: ["390"],
    });
  });

  it.each([
    [["--locale", "de"], "--locale: de is none of"],
    [["--theme", "pink"], "--theme: pink is none of light, dark"],
    [["--workers", "0"], "--workers"],
    [["--speed", "9"], "--speed"],
  ])("is refused as %j", (words, message) => {
    expect(() => readChoice(words, 2)).toThrow(message);
  });

  it.each([
    ["/sys", true],
    ["/sys/customer", true],
    ["/sysAlarm", false],
  ])("below /sys holds %s: %s", (path, expected) => expect(isAsked(path, ["/sys"])).toBe(expected));
});

describe("taking turns", () => {
  const screens = Array.from({ length: 48 }, (_, index) => ({
    path: `/${index}`,
    openTo: index % 5 === 0 ? (["root"] as const) : (["root", "admin", "user"] as const),
  }));
  const looks = takeTurns(screens);

  it("looks at each screen once, as somebody who may open it", () => {
    expect(looks.map(({ path }) => path)).toEqual(screens.map(({ path }) => path));
    for (const [index, { caller }] of looks.entries()) expect(screens[index]?.openTo).toContain(caller);
  });

  it("sees every language in both themes at both sizes, and everybody about as often", () => {
    const seen = new Set(looks.map(({ locale, theme, size }) => `${locale} ${theme} ${size}`));
    expect(seen.size).toBe(16);
    const times = ["admin", "user"].map((name) => looks.filter(({ caller }) => caller === name).length);
    expect(Math.abs((times[0] ?? 0) - (times[1] ?? 0))).toBeLessThanOrEqual(1);
  });

  it("says so where nobody may open one", () => {
    expect(() => takeTurns([{ path: "/sealed", openTo: [] }])).toThrow("nobody");
  });
});
