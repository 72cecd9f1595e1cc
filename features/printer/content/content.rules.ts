import type { PrintContent } from "@/db/print-enums";

/** The contents whose pages are labels. */
export const LABELS: ReadonlySet<PrintContent> = new Set<PrintContent>(["carrierLabel", "deviceLabel", "lotLabel"]);
