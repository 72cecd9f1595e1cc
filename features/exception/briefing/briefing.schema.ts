import type { Measure, NoticeChannel } from "@/db/enums";

/** A cause that can be chosen, named in the language of the request; `code` of a shipped one. */
export type CauseDto = { id: number; code: string | null; name: string };

/**
 * Who is notified next unless somebody acknowledges, and when (ISO-8601); the name of a pop-up is empty.
 * `undeliverable` says why a message will reach nobody, if there are only such.
 */
export type NextNotice = {
  at: string;
  to: { name: string; channel: NoticeChannel; undeliverable: "unconfigured" | "noAddress" | "noDevice" | null }[];
};

/** What a person needs to know before acknowledging. Instants are ISO-8601 in UTC, values in canonical units. */
export type BriefingDto = {
  /** Of the probe; null for an exception without values. `trend` in change per minute. */
  current: { value: number; at: string; trend: number | null } | null;
  /** The latest readings at equal intervals, null where there is none; empty without values. */
  recent: (number | null)[];
  /** Empty if no cause can be given, because the exception is processed. */
  causes: CauseDto[];
};

/** The same with what and where it is, for a dialog on any page. */
export type OpenedBriefingDto = BriefingDto & {
  id: number;
  customerId: number;
  /** In the language of the request: 'Temperature above maximum'. */
  what: string;
  name: string;
  /** The nodes from the top of the visible tree. */
  path: string[];
  measure: Measure | null;
  /** The limits that apply to its values. */
  minimum: number | null;
  maximum: number | null;
  startedAt: string;
  endedAt: string | null;
  durationSeconds: number;
};
