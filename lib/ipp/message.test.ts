import { describe, expect, it } from "vitest";
import { OutboundError } from "@/lib/outbound/outbound-error";
import { decodeAnswer, encodeRequest } from "./message";

describe("an IPP request", () => {
  it("has the bytes of RFC 8010", () => {
    const bytes = encodeRequest({
      ...{ operation: 0x0b, requestId: 1 },
      attributes: [{ tag: "keyword", name: "requested-attributes", values: ["printer-state", "copies"] }],
    });
    expect(bytes.subarray(0, 9)).toEqual(Buffer.from([1, 1, 0, 0x0b, 0, 0, 0, 1, 1]));
    expect(bytes.at(-1)).toBe(3);
    // The second value of an attribute has an empty name (section 3.1.5).
    expect(bytes.subarray(-12, -1)).toEqual(Buffer.from([0x44, 0, 0, 0, 6, ...Buffer.from("copies")]));
    expect(bytes.indexOf("attributes-charset")).toBeLessThan(bytes.indexOf("requested-attributes"));
  });

  it("puts the document after the attributes", () => {
    const data = Buffer.from("%PDF-1.7");
    const job = [{ tag: "integer", name: "copies", values: [2] }] as const;
    const bytes = encodeRequest({ operation: 2, requestId: 7, attributes: [], job, data });
    expect(bytes.subarray(-8)).toEqual(data);
    expect(bytes.at(-9)).toBe(3);
  });
});

describe("an IPP answer", () => {
  const text = (tag: number, name: string, value: string) => [
    ...[tag, 0, name.length, ...Buffer.from(name), 0, Buffer.byteLength(value), ...Buffer.from(value)],
  ];
  const answer = Buffer.from([
    ...[2, 0, 0x04, 0x06, 0, 0, 0, 9, 1],
    ...text(0x47, "attributes-charset", "utf-8"),
    ...[4, 0x23, 0, 13, ...Buffer.from("printer-state"), 0, 4, 0, 0, 0, 3],
    ...text(0x44, "reasons", "media-empty"),
    ...text(0x44, "", "cover-open"),
    ...[0x22, 0, 2, ...Buffer.from("ok"), 0, 1, 1],
    ...[0x13, 0, 4, ...Buffer.from("none"), 0, 0],
    ...[0x35, 0, 1, ...Buffer.from("m"), 0, 8, 0, 2, ...Buffer.from("en"), 0, 2, ...Buffer.from("Ñ".normalize("NFC"))],
    3,
  ]);

  it("is read with its groups and several values", () => {
    const { status, requestId, groups } = decodeAnswer(answer);
    expect([status, requestId, groups.map(({ tag }) => tag)]).toEqual([0x0406, 9, [1, 4]]);
    expect(Object.fromEntries(groups[1]?.attributes ?? [])).toEqual({
      ...{ "printer-state": [3], reasons: ["media-empty", "cover-open"], ok: [true], none: [], m: ["Ñ"] },
    });
  });

  it("is refused if it is cut anywhere, or is something else", () => {
    for (let length = 0; length < answer.length; length += 1)
      expect(() => decodeAnswer(answer.subarray(0, length))).toThrow(OutboundError);
    expect(() => decodeAnswer(Buffer.from("<html><body>It works!</body></html>"))).toThrow(OutboundError);
    expect(() => decodeAnswer(Buffer.alloc(0))).toThrow(OutboundError);
  });
});
