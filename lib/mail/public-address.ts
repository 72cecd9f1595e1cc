import { env } from "@/lib/env/env";
import { log } from "@/lib/log/log";

let isTold = false;

/**
 * The public URL of a page of the console for mails, from `PUBLIC_URL`. Null without it, because this machine's own
 * address is not reachable for recipients. That is logged once.
 */
export function publicAddress(path: string): string | null {
  const { PUBLIC_URL } = env();
  if (PUBLIC_URL) return PUBLIC_URL.replace(/\/+$/, "") + path;
  if (!isTold) log.warn("PUBLIC_URL is not set: mails are sent without links into the console");
  isTold = true;
  return null;
}
