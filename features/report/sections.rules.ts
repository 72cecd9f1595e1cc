import { REPORT_TYPES, type ReportSection, type ReportType } from "@/db/enums";

type TypeRule = {
  /** The sections that may be included, in their order, and those chosen at first. */
  sections: readonly ReportSection[];
  chosen: readonly ReportSection[];
  /** Whether it has readings, and says nothing without a single one. */
  readings: "required" | "shown" | "none";
  /** What is chosen for it; the range of lots and of a transport is that of their lives. */
  about: "carriers" | "lots" | "transport" | "verification";
};

const TRANSPORT: readonly ReportSection[] = [
  ...(["journey", "handover", "excursions", "statistics", "passRate", "charts"] as const),
  ...(["crossings", "verdict", "decisions"] as const),
];

/** The report types. A new one is a row here, its name in the messages, and its sections in `print`. */
export const REPORT_TYPE_RULES: Record<ReportType, TypeRule> = {
  record: {
    sections: ["statistics", "charts", "excursions", "calibration", "data"],
    chosen: ["statistics", "charts", "excursions", "data"],
    readings: "required",
    about: "carriers",
  },
  excursions: {
    sections: ["excursions", "verdict", "decisions", "statistics", "charts", "data"],
    chosen: ["excursions", "verdict", "decisions", "statistics"],
    readings: "required",
    about: "carriers",
  },
  passRate: {
    sections: ["passRate", "statistics", "charts", "data"],
    chosen: ["passRate", "statistics"],
    readings: "required",
    about: "carriers",
  },
  calibration: { sections: ["calibration"], chosen: ["calibration"], readings: "none", about: "carriers" },
  lot: {
    sections: ["verdict", "placements", "decisions"],
    chosen: ["verdict", "placements", "decisions"],
    readings: "none",
    about: "lots",
  },
  transport: {
    sections: [...TRANSPORT, "calibration", "data"],
    chosen: [...TRANSPORT, "data"],
    readings: "shown",
    about: "transport",
  },
  verification: {
    sections: ["uniformity", "tests", "points", "heat", "data"],
    chosen: ["uniformity", "tests", "points", "heat", "data"],
    readings: "none",
    about: "verification",
  },
};

/** The sections of a report in the order in which they are printed. */
export const sectionsOf = (type: ReportType, chosen: readonly ReportSection[]): ReportSection[] =>
  REPORT_TYPE_RULES[type].sections.filter((section) => chosen.includes(section));

/** Whether a report says something of lots: of those chosen, or of those that were at its carriers. */
export const hasLots = (sections: readonly ReportSection[]): boolean =>
  sections.some((section) => section === "verdict" || section === "placements" || section === "decisions");

/** The types that a template can have: a transport and a verification happen once. */
export const TEMPLATE_TYPES = REPORT_TYPES.filter(
  (type) => REPORT_TYPE_RULES[type].about === "carriers" || REPORT_TYPE_RULES[type].about === "lots",
);
