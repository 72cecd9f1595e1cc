/** A carrier or device that a record refers to; the name is null if the user may not see it. */
export type VisibleRef = { id: number; name: string | null };

/** How error messages refer to it. */
export const nameOrRedacted = (name: string | null, what: "carrier" | "device"): string => name ?? `another ${what}`;
