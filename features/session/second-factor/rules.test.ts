import { describe, expect, it } from "vitest";
import { BACKUP_ALPHABET, BACKUP_LENGTH, isAuthenticatorCode, normaliseFactorCode, spellBackupCode } from "./rules";

describe("a code as it is typed", () => {
  it.each([
    ["123456", "123456", true],
    [" 123 456 ", "123456", true],
    ["１２３４５６", "123456", true],
    ["abcde-fgh23", "abcdefgh23", false],
    ["ABCDE FGH23", "abcdefgh23", false],
    ["12345", "12345", false],
    ["1234567", "1234567", false],
    ["", "", false],
  ])("%j is %j", (typed, code, isAuthenticator) => {
    expect(normaliseFactorCode(typed)).toBe(code);
    expect(isAuthenticatorCode(code)).toBe(isAuthenticator);
  });
});

describe("a backup code", () => {
  it("is read back as it is shown, has nothing that looks alike and enough to guess", () => {
    expect(normaliseFactorCode(spellBackupCode("abcdefgh23"))).toBe("abcdefgh23");
    expect(BACKUP_ALPHABET).not.toMatch(/[0o1il]/);
    expect(new Set(BACKUP_ALPHABET).size).toBe(BACKUP_ALPHABET.length);
    expect(BACKUP_LENGTH * Math.log2(BACKUP_ALPHABET.length)).toBeGreaterThan(48);
  });
});
