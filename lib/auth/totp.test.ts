import { describe, expect, it } from "vitest";
import { newTotpSecret, totpCode, totpStep, totpUrl } from "./totp";

/** "12345678901234567890" in base32: the secret of the test vectors in RFC 6238, appendix B. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/** The last six of the eight digits in the RFC. */
const VECTORS: [seconds: number, code: string][] = [
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
];

const at = (seconds: number) => new Date(seconds * 1000);

describe("time-based codes", () => {
  it.each(VECTORS)("at %d s are those of RFC 6238", (seconds, code) => {
    expect(totpCode(SECRET, at(seconds))).toBe(code);
    expect(totpStep(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it("are taken one step early or late, and name the step they stand for", () => {
    const code = totpCode(SECRET, at(1_000_000));
    const step = Math.floor(1_000_000 / 30);
    for (const late of [-30, 0, 30]) expect(totpStep(SECRET, code, at(1_000_000 + late))).toBe(step);
    for (const late of [-90, -60, 60, 90]) expect(totpStep(SECRET, code, at(1_000_000 + late))).toBeNull();
  });

  it.each(["", "12345", "1234567", "28708x", "２８７０８２", " 28708"])("are not %j", (code) => {
    expect(totpStep(SECRET, code, at(59))).toBeNull();
  });
});

describe("a new secret", () => {
  it("has 160 random bits, and an address that names product and account", () => {
    const secrets = Array.from({ length: 20 }, newTotpSecret);
    expect(new Set(secrets).size).toBe(20);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(totpUrl(secrets[0] as string, "nurse_1"));
    expect(url.protocol).toBe("otpauth:");
    expect(decodeURIComponent(url.pathname)).toBe("/Frostline:nurse_1");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      issuer: "Frostline",
      secret: secrets[0],
      digits: "6",
      period: "30",
      algorithm: "SHA1",
    });
  });
});
