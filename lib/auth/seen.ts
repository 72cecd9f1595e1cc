/** A carrier or device that a record refers to; without a name it is one that the reader may not see. */
export type Seen = { id: number; name: string | null };

/** How the message of an error calls it. */
export const orAnother = (name: string | null, what: "carrier" | "device"): string => name ?? `another ${what}`;
