import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { ROWS } from "./access-fixtures";
import type { World } from "./access-world";
import type { Fixture } from "./fixture";

export type Sent = { method: string; url: string; body: string | null };

/**
 * The call of a route about this world, with a row of its own where the path names one. `outcome` is what the caller is
 * to get; `extra` goes with the body or the query.
 */
export async function prepareCall(
  { db, own, baseUrl }: { db: Db; own: World; baseUrl: string },
  [method, path]: readonly [method: string, path: string],
  { input, row }: Fixture,
  outcome: string,
  extra: Record<string, unknown> = {},
): Promise<Sent> {
  const entity = /\/(\w+)\/\[id\]/.exec(path)?.[1];
  const make = row ?? (entity ? ROWS[entity] : undefined);
  if (entity && !make) throw new Error(`no row for ${entity}: add it to ROWS`);
  const values = { ...(await input?.(db, own, outcome)), ...extra };
  const id = make && String(await make(db, own, outcome));
  const place = path.replaceAll(/\[(\w+)\]/g, (part, name: string) =>
    name === "id" ? (id ?? part) : name in values ? String(values[name as keyof typeof values]) : part,
  );
  const query = method === "GET" ? `?${new URLSearchParams(values as Record<string, string>)}` : "";
  return { method, url: baseUrl + place + query, body: method === "GET" ? null : JSON.stringify(values) };
}

/** Sends it with the headers given, from an address of its own: logins are limited by address. */
export async function sendCall(
  { method, url, body }: Sent,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method,
    body,
    redirect: "manual",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${[...randomBytes(3)].join(".")}`,
      ...headers,
    },
    signal: AbortSignal.timeout(15_000),
  });
  // A stream does not end: that it began is the answer.
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    return { status: response.status, text: "" };
  }
  return { status: response.status, text: await response.text() };
}
