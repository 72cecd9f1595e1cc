import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as attributes } from "@/app/api/v1/[token]/attributes/route";
import { GET as updates } from "@/app/api/v1/[token]/attributes/updates/route";
import { GET as rpc } from "@/app/api/v1/[token]/rpc/route";
import { db } from "@/db/client";
import { makeCustomer, makeGateway } from "../factories/world";

let token: string;
beforeAll(async () => {
  token = (await makeGateway(db(), (await makeCustomer(db())).id)).token;
});
afterAll(() => db().$client.end({ timeout: 5 }));

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
const ask = (route: unknown, path: string, own = token, signal?: AbortSignal) =>
  (route as Handler)(new Request(`http://localhost/api/v1/${own}/${path}`, { ...(signal && { signal }) }), {
    params: Promise.resolve({ token: own }),
  });

describe("a device of ThingsBoard that asks", () => {
  it("for attributes is told that there are none", async () => {
    const answer = await ask(attributes, "attributes?clientKeys=a&sharedKeys=b");
    expect([answer.status, await answer.text()]).toEqual([200, "{}"]);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect((await ask(attributes, "attributes", "wrong")).status).toBe(401);
  });

  it.each([
    ["commands", rpc, "rpc"],
    ["news of attributes", updates, "attributes/updates"],
  ])("for %s waits as long as it wants to, in vain", async (_, route, path) => {
    const started = performance.now();
    const answer = await ask(route, `${path}?timeout=300`);
    expect([answer.status, await answer.text()]).toEqual([408, ""]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(290);
    expect((await ask(route, path, "wrong")).status).toBe(401);
  });

  it("for commands and hangs up is waited for no longer", async () => {
    const caller = new AbortController();
    const answer = ask(rpc, "rpc?timeout=60000", token, caller.signal);
    caller.abort();
    expect((await answer).status).toBe(499);
  });
});
