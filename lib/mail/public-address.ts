import { env } from "@/lib/env/env";
import { log } from "@/lib/log/log";

let isTold = false;

/**
 * Where readers of a mail find a page of the console, by `PUBLIC_URL`. Null without it: the address of this machine
 * leads nobody anywhere. That is logged, once.
 */
export function publicAddress(path: string): string | null {
  const { PUBLIC_URL } = env();
  if (PUBLIC_URL) return PUBLIC_URL.replace(/\/+$/, "") + path;
  if (!isTold) log.warn("PUBLIC_URL is not set: mails are sent without links into the console");
  isTold = true;
  return null;
}
