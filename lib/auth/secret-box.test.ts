import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { resetEnvironment } from "@/lib/env/env";
import { keyedHash, openSecret, sealSecret } from "./secret-box";

function secretIs(value: string): void {
  vi.stubEnv("AUTH_SECRET", value);
  resetEnvironment();
}

beforeAll(() => {
  vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
  secretIs("a secret of more than sixteen characters");
});
afterAll(() => {
  vi.unstubAllEnvs();
  resetEnvironment();
});

describe("a sealed secret", () => {
  it("opens for its owner, whatever it holds, and never looks the same twice", () => {
    for (const secret of ["", "JBSWY3DPEHPK3PXP", "冷链 ❄", "x".repeat(5000)]) {
      const [one, two] = [sealSecret(secret, "user 7"), sealSecret(secret, "user 7")];
      expect(one).toMatch(/^v1\.[\w-]+$/);
      expect(one).not.toBe(two);
      expect(openSecret(one, "user 7")).toBe(secret);
      if (secret) expect(one).not.toContain(secret);
    }
  });

  it("does not open for another owner", () => {
    expect(openSecret(sealSecret("s", "user 7"), "user 8")).toBeNull();
  });

  it("does not open once a single bit was changed, wherever", () => {
    const sealed = sealSecret("JBSWY3DPEHPK3PXP", "user 7");
    const bytes = Buffer.from(sealed.slice(3), "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      expect(openSecret(`v1.${changed.toString("base64url")}`, "user 7"), `byte ${at}`).toBeNull();
    }
  });

  it.each(["", "v1", "v1.", "v1.AAAA", "v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "JBSWY3DPEHPK3PXP"])(
    "is not %j",
    (text) => expect(openSecret(text, "user 7")).toBeNull(),
  );

  it("does not open with another AUTH_SECRET", () => {
    const sealed = sealSecret("s", "user 7");
    secretIs("another secret of enough characters");
    expect(openSecret(sealed, "user 7")).toBeNull();
    secretIs("a secret of more than sixteen characters");
    expect(openSecret(sealed, "user 7")).toBe("s");
  });
});

describe("a keyed hash", () => {
  it("is the same for the same code and owner alone, and another with another AUTH_SECRET", () => {
    const hash = keyedHash("abcde", "user 7");
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(keyedHash("abcde", "user 7")).toBe(hash);
    expect(keyedHash("abcdf", "user 7")).not.toBe(hash);
    expect(keyedHash("abcde", "user 8")).not.toBe(hash);
    secretIs("another secret of enough characters");
    expect(keyedHash("abcde", "user 7")).not.toBe(hash);
  });
});
