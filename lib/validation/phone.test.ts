import { describe, expect, it } from "vitest";
import { customerPhone, optionalPhone, requiredPhone } from "./fields";
import { canonicalPhone } from "./phone";

describe("the canonical form of a telephone number", () => {
  it.each([
    ["13900001111", "13900001111"],
    ["139 0000 1111", "13900001111"],
    ["139-0000-1111", "13900001111"],
    ["+86 139 0000 1111", "13900001111"],
    ["+86-139-0000-1111", "13900001111"],
    ["＋８６１３９００００１１１１", "13900001111"],
    ["020-81234567", "020-81234567"],
    ["02081234567", "020-81234567"],
    ["020-8123-4567", "020-81234567"],
    ["+86 20 8123 4567", "020-81234567"],
    ["075581234567", "0755-81234567"],
    ["8123-4567", "81234567"],
    ["+491701234567", "+491701234567"],
    ["+49 170 123-45.67", "+491701234567"],
    ["+49 (0)170 1234567", "+491701234567"],
    ["+1 (650) 253\u20110000", "+16502530000"],
    ["0171 5550123", "01715550123"],
    ["(0171) 555-01.23", "01715550123"],
    ["0171/5550123", "01715550123"],
    ["08382 12345", "0838212345"],
    ["138 0013 8000", "13800138000"],
    ["400-800-1234", "400-800-1234"],
    ["400 800 1234", "4008001234"],
    // A text that is no complete number is left to validation.
    ["call 0171", "call 0171"],
    ["+4917", "+4917"],
    ["+0491701234567", "+0491701234567"],
    ["12-34", "12-34"],
    ["", ""],
  ])("of %j is %j", (text, canonical) => {
    expect(canonicalPhone(text)).toBe(canonical);
    expect(canonicalPhone(canonical)).toBe(canonical);
  });

  it("is what the fields store", () => {
    expect(requiredPhone().parse("+86 139 0000 1111")).toBe("13900001111");
    expect(optionalPhone().parse("+49 170 1234567")).toBe("+491701234567");
    expect(customerPhone(20).parse("+86 20 81234567")).toBe("020-81234567");
    expect(customerPhone(20).parse("400-800-1234")).toBe("400-800-1234");
    for (const typed of ["0171 5550123", "08382 12345"]) {
      expect(requiredPhone().parse(typed)).toBe(typed.replace(" ", ""));
      expect(customerPhone(20).parse(typed)).toBe(typed.replace(" ", ""));
    }
  });
});
