import type { ReportSection, ReportType } from "@/db/enums";

type TypeRule = {
  /** The sections that may be included, in their order, and those chosen at first. */
  sections: readonly ReportSection[];
  chosen: readonly ReportSection[];
  /** Whether it says nothing without a single reading. */
  needsReadings: boolean;
  /** Whether it is about lots instead of carriers over a range. */
  isOnLots: boolean;
};

/** The report types. A new one is a row here, its name in the messages, and its sections in `print`. */
export const REPORT_TYPE_RULES: Record<ReportType, TypeRule> = {
  record: {
    sections: ["statistics", "charts", "excursions", "calibration", "data"],
    chosen: ["statistics", "charts", "excursions", "data"],
    needsReadings: true,
    isOnLots: false,
  },
  excursions: {
    sections: ["excursions", "verdict", "decisions", "statistics", "charts", "data"],
    chosen: ["excursions", "verdict", "decisions", "statistics"],
    needsReadings: true,
    isOnLots: false,
  },
  passRate: {
    sections: ["passRate", "statistics", "charts", "data"],
    chosen: ["passRate", "statistics"],
    needsReadings: true,
    isOnLots: false,
  },
  calibration: { sections: ["calibration"], chosen: ["calibration"], needsReadings: false, isOnLots: false },
  lot: {
    sections: ["verdict", "placements", "decisions"],
    chosen: ["verdict", "placements", "decisions"],
    needsReadings: false,
    isOnLots: true,
  },
};

/** The sections of a report in the order in which they are printed. */
export const sectionsOf = (type: ReportType, chosen: readonly ReportSection[]): ReportSection[] =>
  REPORT_TYPE_RULES[type].sections.filter((section) => chosen.includes(section));

/** Whether a report says something of lots: of those chosen, or of those that were at its carriers. */
export const hasLots = (sections: readonly ReportSection[]): boolean =>
  sections.some((section) => section === "verdict" || section === "placements" || section === "decisions");
