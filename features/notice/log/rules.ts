import type { NoticeChannel } from "@/db/enums";

/** The first statement of the text, without a leading name. The rest is place and start. */
export function headlineOf(content: string, contactName: string): string {
  const lines = content.split("\n").map((line) => line.trim());
  const said = lines.filter((line, index) => line !== "" && !(index === 0 && line === contactName));
  return said[0] ?? "";
}

/** Whether the channel has a recipient. A pop-up goes to all logged-in users. */
export const hasRecipient = (channel: NoticeChannel): boolean => channel !== "popup";
