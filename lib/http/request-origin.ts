import "server-only";
import { headers } from "next/headers";
import { env } from "@/lib/env/env";

/** The console's public origin without a trailing slash: PUBLIC_URL, else that of the current request. */
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
    // Outside a request, as in a test, there are no headers.
    return new Headers();
  }
}
