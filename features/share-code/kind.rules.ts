import type { ShareField, ShareKind } from "@/db/share-enums";

/** The longest period of a page. */
export const MAXIMUM_PERIOD_MS = 366 * 86_400_000;

/** The fields that a kind offers, and those that are chosen at first. */
export const KIND_RULES: Record<ShareKind, { fields: readonly ShareField[]; chosen: readonly ShareField[] }> = {
  page: {
    fields: [
      ...(["owner", "place", "device", "value", "range", "chart", "table", "figures", "excursions"] as const),
      ...(["calibration", "position", "proof"] as const),
    ],
    chosen: ["owner", "value", "range", "chart", "figures", "excursions", "proof"],
  },
  live: {
    fields: ["owner", "place", "device", "value", "range", "chart", "table", "excursions", "calibration", "position"],
    chosen: ["owner", "value", "range", "chart"],
  },
  kiosk: { fields: [], chosen: [] },
};
