import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resetEnvironment } from "@/lib/env/env";
import { type LinkPurpose, linkToken, openLinkToken } from "./link-token";

const PURPOSE = "exception link";
const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
function signWith(secret: string) {
  vi.stubEnv("AUTH_SECRET", secret);
  resetEnvironment();
}

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
  signWith("a secret of the installation");
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetEnvironment();
});

describe("the token of a link", () => {
  it("opens its own row, and fits into an address", () => {
    const id = randomUUID();
    const token = linkToken(PURPOSE, id);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(openLinkToken(PURPOSE, token)).toBe(id);
  });

  it("opens nothing with any character changed, added or left out", () => {
    const token = linkToken(PURPOSE, randomUUID());
    const place = fc.nat(token.length - 1);
    fc.assert(
      fc.property(place, fc.constantFrom(...CHARACTERS), (at, character) => {
        const other = token.slice(0, at) + character + token.slice(at + 1);
        expect(openLinkToken(PURPOSE, other) === null).toBe(other !== token);
        expect(openLinkToken(PURPOSE, token.slice(0, at) + character + token.slice(at))).toBeNull();
        expect(openLinkToken(PURPOSE, token.slice(0, at) + token.slice(at + 1))).toBeNull();
      }),
    );
  });

  it.each(["", "x", "%00".repeat(15), "ü".repeat(43), "A".repeat(43)])("is none: %j", (text) =>
    expect(openLinkToken(PURPOSE, text)).toBeNull(),
  );

  it("is worth nothing for another purpose or with another secret", () => {
    const token = linkToken(PURPOSE, randomUUID());
    expect(openLinkToken("another" as LinkPurpose, token)).toBeNull();
    signWith("a secret of another installation");
    expect(openLinkToken(PURPOSE, token)).toBeNull();
  });
});
