import { randomUUID } from "node:crypto";
import { NextRequest, NextResponse } from "next/server";
import { encode } from "next-auth/jwt";
import { describe, expect, it, vi } from "vitest";
import { SCOPE_TYPES, type ScopeType } from "@/db/enums";
import { levelOf } from "@/lib/auth/permission-catalogue";
import { sealSession, sessionCookieName } from "@/lib/auth/session-token";
import { levelOfScreen, SCREENS, type Screen } from "@/lib/page/screens";
import middleware from "@/middleware";
import { TEST_ENVIRONMENT } from "../support/environment";

// It is written for a bundler and cannot be loaded here; what it does with languages is tried in a browser.
vi.mock("next-intl/middleware", () => ({ default: () => () => NextResponse.next() }));

const BASE = "http://console.test";

/** Where the middleware sends this request; null where it lets it through. */
async function leadsTo(path: string, token?: string): Promise<string | null> {
  const request = new NextRequest(BASE + path);
  if (token !== undefined) request.cookies.set(sessionCookieName(), token);
  const location = (await middleware(request)).headers.get("location");
  return location?.replace(BASE, "") ?? null;
}

const seal = (scopeType: ScopeType, isRoot = false) => sealSession(7, randomUUID(), { scopeType, isRoot });

const GUARDED = (SCREENS as readonly Screen[]).filter(({ permission }) => permission !== "public");
const ACCOUNTS = [...SCOPE_TYPES.map((scopeType) => [scopeType, false] as const), [3, true] as const];

describe("the menu by access level", () => {
  it.each(ACCOUNTS)(
    "of scope type %d (Root: %s) opens what lies within it, and leads away from the rest",
    async (scopeType, isRoot) => {
      const token = await seal(scopeType, isRoot);
      const refused: string[] = [];
      for (const screen of GUARDED) {
        const isAbove = levelOfScreen(screen) > levelOf(scopeType, isRoot);
        const path = `/en-US${screen.path}`;
        const expected = isAbove ? `/en-US/no-access?next=${encodeURIComponent(`${path}?q=a`)}` : null;
        expect(await leadsTo(`${path}?q=a`, token), screen.path).toBe(expected);
        if (isAbove) refused.push(screen.path);
      }
      expect(refused.includes("/sys/resource")).toBe(!isRoot);
      expect(refused.includes("/sys/paramsetup")).toBe(scopeType < 2);
      expect(refused).not.toContain("/home");
    },
  );

  it("asks for a login without a token, and with one that is forged, expired or another's", async () => {
    const claims = { sub: "7", sid: randomUUID(), scope: 3, root: true };
    const secret = TEST_ENVIRONMENT.AUTH_SECRET;
    const good = await seal(3, true);
    const tokens = [
      undefined,
      "",
      "x",
      good.slice(0, -2),
      await encode({ token: claims, secret: `${secret}x` }),
      await encode({ token: claims, secret, maxAge: -60 }),
      await encode({ token: { sub: "7" }, secret }),
    ];
    for (const token of tokens)
      expect(await leadsTo("/es/sys/resource?a=1", token)).toBe(
        `/es/login?next=${encodeURIComponent("/es/sys/resource?a=1")}`,
      );
    expect(await leadsTo("/es/sys/resource", good)).toBeNull();
  });

  it("knows a token that it has opened before, until that ends", async () => {
    const token = await sealSession(7, randomUUID(), { scopeType: 3, isRoot: true, seconds: 60 });
    expect(await leadsTo("/es/sys/resource", token)).toBeNull();
    expect(await leadsTo("/es/sys/resource", token)).toBeNull();
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
    try {
      expect(await leadsTo("/es/sys/resource", token)).toBe(`/es/login?next=${encodeURIComponent("/es/sys/resource")}`);
    } finally {
      vi.useRealTimers();
    }
  });

  it("leaves open pages open, and decides nothing for a token that does not tell", async () => {
    for (const path of ["/login", "/no-access", "/qrLogin?key=x", "/password", "/proxyCustomer"])
      expect(await leadsTo(`/ja${path}`), path).toBeNull();
    expect(await leadsTo("/ja/sys/resource", await sealSession(7, randomUUID()))).toBeNull();
    const odd = await encode({
      token: { sub: "7", sid: randomUUID(), scope: 99 },
      secret: TEST_ENVIRONMENT.AUTH_SECRET,
    });
    expect(await leadsTo("/ja/sys/resource", odd)).toBeNull();
  });

  it("knows the older spelling of a locale", async () => {
    expect(await leadsTo("/zh_CN/home")).toBe("/zh-CN/home");
  });
});
