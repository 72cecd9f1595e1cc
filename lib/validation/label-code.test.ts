import { describe, expect, it } from "vitest";
import { codeOfLabel } from "./label-code";

describe("a code that a camera read", () => {
  it.each([
    ["SN-0001", "SN-0001"],
    [" SN-0001\n", "SN-0001"],
    ["SN:ABC123;MAC:00:1A:2B:3C:4D:5E", "ABC123"],
    ["MAC=00:1A:2B:3C:4D:5E", "00:1A:2B:3C:4D:5E"],
    ["https://devices.example.com/q?sn=ABC-123", "ABC-123"],
    ["https://devices.example.com/d/ABC-123", "ABC-123"],
    ["DevEUI=0011223344556677", "0011223344556677"],
    ["冷柜", "冷柜"],
  ])("%j holds %j", (text, code) => expect(codeOfLabel(text)).toBe(code));
});
