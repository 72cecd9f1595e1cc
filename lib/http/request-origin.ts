import "server-only";
import { headers } from "next/headers";
import { env } from "@/lib/env/env";

/** Where browsers reach the console, without a trailing slash: PUBLIC_URL, else as the request under way has it. */
export async function requestOrigin(): Promise<string> {
  const { PUBLIC_URL, PORT } = env();
  if (PUBLIC_URL) return PUBLIC_URL.replace(/\/+$/, "");
  const head = await requestHeaders();
  const host = head.get("x-forwarded-host") ?? head.get("host") ?? `localhost:${PORT}`;
  return `${head.get("x-forwarded-proto")?.split(",")[0] ?? "http"}://${host}`;
}

async function requestHeaders(): Promise<Headers> {
  try {
    return await headers();
  } catch {
    // Outside of a request, as in a test, there are none.
    return new Headers();
  }
}
