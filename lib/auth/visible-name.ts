/** A carrier or device that a record refers to; without a name it is one that the reader may not see. */
export type VisibleRef = { id: number; name: string | null };

/** How the message of an error calls it. */
export const nameOrRedacted = (name: string | null, what: "carrier" | "device"): string => name ?? `another ${what}`;
