import "server-only";
import { headers } from "next/headers";
import { env } from "@/lib/env/env";

const declaredOrigin = (): string | null => env().PUBLIC_URL?.replace(/\/+$/, "") ?? null;

/** The console's public origin without a trailing slash: PUBLIC_URL, else that of the current request. */
export async function requestOrigin(): Promise<string> {
  const { PORT } = env();
  const declared = declaredOrigin();
  if (declared !== null) return declared;
  const head = await requestHeaders();
  const host = head.get("x-forwarded-host") ?? head.get("host") ?? `localhost:${PORT}`;
  return `${head.get("x-forwarded-proto")?.split(",")[0] ?? "http"}://${host}`;
}

/**
 * The same outside a request: PUBLIC_URL, else the origin that was stored when somebody asked for the work. Null without
 * either.
 */
export const laterOrigin = (stored: string | null): string | null => declaredOrigin() ?? stored;

async function requestHeaders(): Promise<Headers> {
  try {
    return await headers();
  } catch {
    // Outside a request, as in a test, there are no headers.
    return new Headers();
  }
}
