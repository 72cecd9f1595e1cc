import { describe, expect, it } from "vitest";
import { ingestTokenOf } from "./ingest-token";

const TOKEN = "AbC-_123";
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const request = (authorization?: string, query = "") =>
  new Request(`http://x/service/ingest/x${query}`, authorization ? { headers: { authorization } } : {});

describe("the ingest token of a request", () => {
  it.each<[string, Request, string | undefined, string | undefined]>([
    ["a bearer", request(`Bearer ${TOKEN}`), undefined, TOKEN],
    ["the scheme of InfluxDB", request(`Token ${TOKEN}`), undefined, TOKEN],
    ["the password of a basic login", request(basic(`anyone:${TOKEN}`)), undefined, TOKEN],
    ["a password with a colon", request(basic(`:a:b`)), undefined, "a:b"],
    ["the path's", request(), TOKEN, TOKEN],
    ["the query's", request(undefined, `?id=1&token=${TOKEN}`), undefined, TOKEN],
    ["the path's before the query's", request(undefined, "?token=x"), TOKEN, TOKEN],
    ["the header's before all others", request(`Bearer ${TOKEN}`, "?token=x"), "y", TOKEN],
    ["no token", request(), undefined, undefined],
    ["another scheme, whatever the address says", request("Digest x", `?token=${TOKEN}`), TOKEN, undefined],
    ["half a basic login", request(basic("anyone")), undefined, undefined],
    ["a basic login that is none", request("Basic ???"), undefined, undefined],
  ])("is %s", (_, given, inPath, token) => expect(ingestTokenOf(given, inPath)).toBe(token));
});
