import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { POST as v1Attributes } from "@/app/api/v1/[token]/attributes/route";
import { POST as v1Telemetry } from "@/app/api/v1/[token]/telemetry/route";
import { POST as otherCall } from "@/app/service/[[...legacy]]/route";
import { POST as telemetry } from "@/app/service/ingest/thingsboard/[token]/telemetry/route";
import { db } from "@/db/client";
import { log } from "@/lib/log/log";
import { makeCustomer } from "../factories/world";

let token: string;
beforeAll(async () => {
  token = (await makeCustomer(db())).token;
});
afterAll(() => db().$client.end({ timeout: 5 }));

type Handler = (request: Request, context: { params: Promise<Record<string, string | string[]>> }) => Promise<Response>;
const LEVELS = ["debug", "info", "warn", "error"] as const;

/** All that is logged while the route answers. */
async function logged(route: unknown, path: string, params: Record<string, string | string[]>): Promise<string> {
  const spies = LEVELS.map((level) => vi.spyOn(log, level));
  const request = new Request(`http://localhost${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  await (route as Handler)(request, { params: Promise.resolve(params) });
  const lines = JSON.stringify(spies.map(({ mock }) => mock.calls));
  for (const spy of spies) spy.mockRestore();
  return lines;
}

describe("a token in the path", () => {
  it.each<[string, unknown, (token: string) => string]>([
    ["its own route", telemetry, (own) => `/service/ingest/thingsboard/${own}/telemetry`],
    ["ThingsBoard's own path", v1Telemetry, (own) => `/api/v1/${own}/telemetry`],
    ["attributes", v1Attributes, (own) => `/api/v1/${own}/attributes`],
  ])("is not logged: %s", async (_, route, pathOf) => {
    const lines = await logged(route, pathOf(token), { token });
    expect(lines).toContain("[token]");
    expect(lines).not.toContain(token);
  });

  it.each<[string, (token: string) => string]>([
    ["attributes below the ingest", (own) => `/service/ingest/thingsboard/${own}/attributes`],
    ["nothing behind it", (own) => `/service/ingest/thingsboard/${own}`],
    ["two slashes", (own) => `/service/ingest//thingsboard//${own}/attributes`],
    ["capital letters", (own) => `/service/Ingest/ThingsBoard/${own}/rpc`],
    ["ThingsBoard's own path", (own) => `/service/api/v1/${own}/rpc`],
  ])("is not logged where no route takes it: %s", async (_, pathOf) => {
    const path = pathOf(token);
    const lines = await logged(otherCall, path, { legacy: path.split("/").slice(2) });
    expect(lines).toContain("[token]");
    expect(lines).not.toContain(token);
  });
});
