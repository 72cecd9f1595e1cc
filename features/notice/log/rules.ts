import type { NoticeChannel } from "@/db/enums";

/** What the text says first, after the name that it may begin with: the rest of it is where and since when. */
export function headlineOf(content: string, contactName: string): string {
  const lines = content.split("\n").map((line) => line.trim());
  const said = lines.filter((line, index) => line !== "" && !(index === 0 && line === contactName));
  return said[0] ?? "";
}

/** Whether somebody in particular is told by it; a pop-up goes to whoever is at the console. */
export const hasRecipient = (channel: NoticeChannel): boolean => channel !== "popup";
