import type { NoticeChannel } from "@/db/enums";

/**
 * Reasons of the product's own, by the words in which the log keeps them; a mail server's or gateway's are its own words
 * and stay as they came.
 */
const KNOWN: readonly (readonly [pattern: RegExp, key: string])[] = [
  [/^the customer is cancelled$/, "customerCancelled"],
  [/^nobody in the group at this level may be told by this channel$/, "nobody"],
  [/^the contact has no e-mail address$/, "noEmail"],
  [/^the contact has no phone( number)?$/, "noPhone"],
  [/^the channel \w+ is not configured/, "notConfigured"],
];

/** The key of a reason's text in the reader's language; null where it is to be shown as it stands. */
export const reasonKey = (reason: string): string | null =>
  KNOWN.find(([pattern]) => pattern.test(reason))?.[1] ?? null;

/** What the text says first, after the name that it may begin with: the rest of it is where and since when. */
export function headlineOf(content: string, contactName: string): string {
  const lines = content.split("\n").map((line) => line.trim());
  const said = lines.filter((line, index) => line !== "" && !(index === 0 && line === contactName));
  return said[0] ?? "";
}

/** Whether somebody in particular is told by it; a pop-up goes to whoever is at the console. */
export const hasRecipient = (channel: NoticeChannel): boolean => channel !== "popup";
