import type { ReportSection, ReportType } from "@/db/enums";

type TypeRule = {
  /** The sections that may be included, in their order, and those chosen at first. */
  sections: readonly ReportSection[];
  chosen: readonly ReportSection[];
  /** Whether it says something without a single reading. */
  needsReadings: boolean;
};

/** The report types. A new one is a row here, its name in the messages, and its sections in `print`. */
export const REPORT_TYPE_RULES: Record<ReportType, TypeRule> = {
  record: {
    sections: ["statistics", "charts", "excursions", "calibration", "data"],
    chosen: ["statistics", "charts", "excursions", "data"],
    needsReadings: true,
  },
  excursions: {
    sections: ["excursions", "statistics", "charts", "data"],
    chosen: ["excursions", "statistics"],
    needsReadings: true,
  },
  passRate: {
    sections: ["passRate", "statistics", "charts", "data"],
    chosen: ["passRate", "statistics"],
    needsReadings: true,
  },
  calibration: { sections: ["calibration"], chosen: ["calibration"], needsReadings: false },
};

/** The sections of a report in the order in which they are printed. */
export const sectionsOf = (type: ReportType, chosen: readonly ReportSection[]): ReportSection[] =>
  REPORT_TYPE_RULES[type].sections.filter((section) => chosen.includes(section));
