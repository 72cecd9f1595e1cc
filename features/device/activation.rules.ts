import type { DeviceUse } from "@/db/enums";

export const USE_VERBS = ["enable", "disable"] as const;
export type UseVerb = (typeof USE_VERBS)[number];

/** Every way in which the use of a device may change (specification, section 4, "Device use"); nothing leads back to unactivated. */
export const USE_TRANSITIONS: Record<DeviceUse, Partial<Record<UseVerb, DeviceUse>>> = {
  unactivated: { enable: "activated" },
  activated: { disable: "deactivated" },
  deactivated: { enable: "activated" },
};

/** The use that a verb leads to; undefined where there is no such way. */
export const nextUse = (use: DeviceUse, verb: UseVerb): DeviceUse | undefined => USE_TRANSITIONS[use][verb];

/** Whether a use can become another in one step. */
export const mayBecome = (from: DeviceUse, to: DeviceUse): boolean => Object.values(USE_TRANSITIONS[from]).includes(to);

/** What a customer does to its devices: its cancellation suspends those in use, its activation resumes exactly these. */
export const CUSTOMER_TRANSITIONS = {
  suspend: { unactivated: null, activated: "deactivated", deactivated: null },
  resume: { unactivated: null, activated: null, deactivated: "activated" },
} as const satisfies Record<string, Record<DeviceUse, DeviceUse | null>>;
export type CustomerEvent = keyof typeof CUSTOMER_TRANSITIONS;

/** A use, and the one that the customer's activation brings back. */
export type Followed = { use: DeviceUse; resumeUse: DeviceUse | null };

/** What the customer's event makes of a device; null where it stays as it is: what is off by itself does not come back. */
export function followed({ use, resumeUse }: Followed, event: CustomerEvent): Followed | null {
  const next = CUSTOMER_TRANSITIONS[event][use];
  if (next === null || (event === "resume" && next !== resumeUse)) return null;
  return { use: next, resumeUse: event === "suspend" ? use : null };
}
