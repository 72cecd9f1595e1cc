import type { Look } from "./plan";

/** A fault on one screen: an error fails the crawl, a warning needs a person to judge it. */
export type Fault = { level: "error" | "warning"; rule: string; detail: string };
export type Finding = Fault & Pick<Look, "path" | "caller" | "locale" | "theme" | "size">;

const DIMENSIONS = ["caller", "locale", "theme", "size"] as const;
type Dimension = (typeof DIMENSIONS)[number];
/** The values of each dimension that were visited. */
export type Looked = Record<Dimension, readonly string[]>;

const DETAIL_LENGTH = 180;

/**
 * The findings as lines, errors first. Equal faults share one line with their screens and the dimensions they occur in;
 * a dimension is omitted if the fault occurs in all of its values.
 */
export function tableOf(findings: readonly Finding[], looked: Looked): string[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = [finding.level, finding.rule, finding.detail].join("\u0000");
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const lines = [...groups.values()].map((group) => {
    const { level, path, rule, detail } = group[0] as Finding;
    const paths = new Set(group.map((finding) => finding.path));
    const where = DIMENSIONS.flatMap((dimension) => {
      const seen = looked[dimension].filter((value) => group.some((finding) => finding[dimension] === value));
      return seen.length === looked[dimension].length ? [] : [seen.join("+")];
    });
    const shown = detail.length > DETAIL_LENGTH ? `${detail.slice(0, DETAIL_LENGTH)}…` : detail;
    const screens = paths.size === 1 ? path : `${paths.size} screens, as ${path}`;
    return [level, screens, rule, where.join(" · ") || "everywhere", `${group.length}×`, shown.replace(/\s+/g, " ")];
  });
  const order = (line: string[]) => `${line[0]} ${line[1]} ${line[2]} ${line[3]} ${line[5]}`;
  return lines.sort((a, b) => (order(a) < order(b) ? -1 : 1)).map((line) => line.join(" | "));
}

/** One line with the number of findings. */
export function summaryOf(findings: readonly Finding[], looks: number): string {
  const errors = findings.filter(({ level }) => level === "error").length;
  return `crawl: ${looks} looks, ${errors} errors, ${findings.length - errors} warnings`;
}
