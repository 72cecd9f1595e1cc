import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { resetEnvironment } from "@/lib/env/env";
import { checkPassword, hashPassword } from "./password";
import { isSecure, openSession, sealSession, sessionCookieName } from "./session-token";
import { hashToken, newToken, sameSecret } from "./token";

const SECRET = "a secret of more than sixteen characters";

function environment(values: Record<string, string>): void {
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
  resetEnvironment();
}

beforeAll(() => environment({ AUTH_SECRET: SECRET, DATABASE_URL: "postgres://localhost/none" }));
afterAll(() => {
  vi.unstubAllEnvs();
  resetEnvironment();
});

describe("passwords", () => {
  it("are kept as argon2id, each with a salt of its own", async () => {
    const [one, two] = await Promise.all([hashPassword("Frost2026"), hashPassword("Frost2026")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await checkPassword(one, "Frost2026")).toBe(true);
    expect(await checkPassword(one, "frost2026")).toBe(false);
  });

  it("fit nobody where there is no account, whatever is tried", async () => {
    expect(await checkPassword(null, "decoy")).toBe(false);
    expect(await checkPassword(null, "")).toBe(false);
  });
});

describe("tokens", () => {
  it("are 256 random bits in letters that need no escape", () => {
    const tokens = Array.from({ length: 50 }, newToken);
    expect(new Set(tokens).size).toBe(50);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  });

  it("are stored as their SHA-256", () => {
    expect(hashToken("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it("are compared whole, of any length", () => {
    expect(sameSecret("a", "a")).toBe(true);
    expect(sameSecret("a", "ab")).toBe(false);
    expect(sameSecret("", "a")).toBe(false);
  });
});

describe("session tokens", () => {
  const SID = "0d6c2f2e-7f0c-4a57-9f0c-1f6f3f3f9a11";

  it("carry the session, readable with the secret alone", async () => {
    const token = await sealSession(7, SID);
    expect(token).not.toContain(SID);
    expect(await openSession(token)).toBe(SID);
  });

  it.each<[string, () => Promise<string> | string]>([
    ["nothing", () => ""],
    ["no token at all", () => "not.a.token"],
    ["another secret's", () => encode({ token: { sub: "7", sid: SID }, secret: `${SECRET}!` })],
    ["an expired one", () => encode({ token: { sub: "7", sid: SID }, secret: SECRET, maxAge: -60 })],
    ["one without a session", () => encode({ token: { sub: "7" }, secret: SECRET })],
    ["one of an unsigned algorithm", () => `${btoa('{"alg":"none"}')}.${btoa(`{"sid":"${SID}"}`)}.`],
    [
      "a changed one",
      async () => (await sealSession(7, SID)).replace(/.(?=.{10}$)/, (one) => (one === "A" ? "B" : "A")),
    ],
  ])("refuse %s", async (_, token) => expect(await openSession(await token())).toBeNull());

  it("travel in a cookie that only HTTPS carries, where there is HTTPS", () => {
    expect([isSecure(), sessionCookieName()]).toEqual([false, "next-auth.session-token"]);
    environment({
      AUTH_SECRET: SECRET,
      DATABASE_URL: "postgres://localhost/none",
      PUBLIC_URL: "https://cold.example.com",
    });
    expect([isSecure(), sessionCookieName()]).toEqual([true, "__Secure-next-auth.session-token"]);
  });
});
