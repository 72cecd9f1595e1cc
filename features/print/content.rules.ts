import type { PrintContent } from "@/db/print-enums";

/** The contents whose pages are labels. */
export const LABELS: ReadonlySet<PrintContent> = new Set<PrintContent>(["carrierLabel", "deviceLabel", "lotLabel"]);

/** Most records on one print: four sheets of 24 labels. */
export const MOST_SUBJECTS = 96;
export const MOST_COPIES = 20;
/** Pages of a document that a preview shows. */
export const SHOWN_PAGES = 12;
