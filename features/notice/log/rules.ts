import type { NoticeChannel } from "@/db/enums";

/**
 * Reasons of the product's own, by the words in which the log keeps them, the part in brackets being what they name; a
 * mail server's are its own words and stay as they came.
 */
const KNOWN: readonly (readonly [pattern: RegExp, key: string])[] = [
  [/^the customer is cancelled$/, "customerCancelled"],
  [/^nobody in the group at this level may be told by this channel$/, "nobody"],
  [/^the customer has its notices by (?:e-mail|SMS) switched off$/, "switchedOff"],
  [/^the contact has this channel switched off$/, "contactSwitchedOff"],
  [/^no try came to an end that could be noted$/, "gaveUp"],
  [/^the contact has no e-mail address$/, "noEmail"],
  [/^the contact has no telephone number$/, "noPhone"],
  [/^the channel \w+ is not configured/, "notConfigured"],
  [/^the worker ended while it was sending/, "cutShort"],
  [/^the mail server has not taken the mail within (\d+) s$/, "mailTimeout"],
  [/^the (?:SMS|voice) gateway answered HTTP (\d+)/, "gatewayStatus"],
  [/^the (?:SMS|voice) gateway did not answer within (\d+) s/, "gatewayTimeout"],
  [/^the (?:SMS|voice) gateway has an address that may not be reached/, "gatewayForbidden"],
  [
    /^the (?:SMS|voice) gateway (?:cannot be reached|closed the connection|has a (?:name|certificate))/,
    "gatewayUnreachable",
  ],
];

export type KnownReason = { key: string; detail: string };

/** The key of a reason's text in the reader's language, and what it names; null where it is shown as it stands. */
export function knownReason(reason: string): KnownReason | null {
  for (const [pattern, key] of KNOWN) {
    const found = pattern.exec(reason);
    if (found) return { key, detail: found[1] ?? "" };
  }
  return null;
}

/** What the text says first, after the name that it may begin with: the rest of it is where and since when. */
export function headlineOf(content: string, contactName: string): string {
  const lines = content.split("\n").map((line) => line.trim());
  const said = lines.filter((line, index) => line !== "" && !(index === 0 && line === contactName));
  return said[0] ?? "";
}

/** Whether somebody in particular is told by it; a pop-up goes to whoever is at the console. */
export const hasRecipient = (channel: NoticeChannel): boolean => channel !== "popup";
