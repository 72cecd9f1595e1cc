import { describe, expect, it } from "vitest";
import { type Finding, summaryOf, tableOf } from "./findings";

const looked = { caller: ["root", "admin"], locale: ["zh-CN", "ja"], theme: ["light", "dark"], size: ["1440", "390"] };
const finding = (change: Partial<Finding> = {}): Finding => ({
  ...{ level: "error", rule: "status", detail: "404 /x", path: "/home", caller: "root" },
  ...{ locale: "zh-CN", theme: "light", size: "390" },
  ...change,
});

describe("the table of findings", () => {
  it("gathers the same fault, and says where it was not seen everywhere", () => {
    const both = [finding(), finding({ caller: "admin", locale: "ja" })];
    expect(tableOf(both, looked)).toEqual(["error | /home | status | light · 390 | 2× | 404 /x"]);
  });

  it("puts errors first and keeps different faults apart", () => {
    const lines = tableOf(
      [finding({ level: "warning", rule: "cut" }), finding({ rule: "axe", path: "/login" }), finding()],
      looked,
    );
    expect(lines.map((line) => line.split(" | ").slice(0, 2).join(" "))).toEqual([
      "error /home",
      "error /login",
      "warning /home",
    ]);
  });

  it("tells what the shell does on every screen once", () => {
    const [line, ...more] = tableOf([finding(), finding({ path: "/login" }), finding({ path: "/404" })], looked);
    expect(line).toMatch(/^error \| 3 screens, as \/home \| status \| /);
    expect(more).toEqual([]);
  });

  it("says everywhere, and shortens what is long to one line", () => {
    const one = { caller: ["root"], locale: ["zh-CN"], theme: ["light"], size: ["390"] };
    const [line] = tableOf([finding({ detail: `a\n${"b".repeat(300)}` })], one);
    expect(line).toMatch(/ \| everywhere \| 1× \| a b+…$/);
  });

  it("counts", () => {
    expect(summaryOf([finding(), finding({ level: "warning" })], 7)).toBe("crawl: 7 looks, 1 errors, 1 warnings");
  });
});
