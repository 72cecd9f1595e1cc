import type { DeviceUse } from "@/db/enums";

export const USE_VERBS = ["enable", "disable"] as const;
export type UseVerb = (typeof USE_VERBS)[number];

/** All transitions of device use (specification, section 4, "Device use"). No transition leads back to unactivated. */
export const USE_TRANSITIONS: Record<DeviceUse, Partial<Record<UseVerb, DeviceUse>>> = {
  unactivated: { enable: "activated" },
  activated: { disable: "deactivated" },
  deactivated: { enable: "activated" },
};

/** The use after `verb`; undefined if there is no such transition. */
export const nextUse = (use: DeviceUse, verb: UseVerb): DeviceUse | undefined => USE_TRANSITIONS[use][verb];

/** Whether one transition leads from one use to the other. */
export const mayBecome = (from: DeviceUse, to: DeviceUse): boolean => Object.values(USE_TRANSITIONS[from]).includes(to);

/** Effect of a customer event on its devices: cancellation suspends those in use, activation resumes exactly these. */
export const CUSTOMER_TRANSITIONS = {
  suspend: { unactivated: null, activated: "deactivated", deactivated: null },
  resume: { unactivated: null, activated: null, deactivated: "activated" },
} as const satisfies Record<string, Record<DeviceUse, DeviceUse | null>>;
export type CustomerEvent = keyof typeof CUSTOMER_TRANSITIONS;

/** A device's use, and the use that the customer's activation restores. */
export type Followed = { use: DeviceUse; resumeUse: DeviceUse | null };

/** The use after a customer event; null if unchanged. A device that was disabled on its own is not resumed. */
export function followed({ use, resumeUse }: Followed, event: CustomerEvent): Followed | null {
  const next = CUSTOMER_TRANSITIONS[event][use];
  if (next === null || (event === "resume" && next !== resumeUse)) return null;
  return { use: next, resumeUse: event === "suspend" ? use : null };
}
