import { describe, expect, it } from "vitest";
import { isTimely, maskedPhone, phoneDigits, readIncoming, TIME_WINDOW_MS, twiml } from "./reply.rules";

it("a number is the same in every way of writing it", () => {
  for (const phone of ["13900000001", "+8613900000001", "+86 139-0000-0001", "008613900000001", "＋８６13900000001"])
    expect(phoneDigits(phone)).toBe("8613900000001");
  expect(phoneDigits("+49 151 23456789")).toBe("4915123456789");
  for (const phone of [
    "020-87654321",
    "(020) 8765 4321",
    "+86 20 8765 4321",
    "86 20 87654321",
    "0086 20 87654321",
    "+86 (020) 87654321",
  ])
    expect(phoneDigits(phone), phone).toBe("02087654321");
  for (const phone of ["0755-81234567", "+8675581234567"]) expect(phoneDigits(phone), phone).toBe("075581234567");
  expect(phoneDigits("+1 208 765 4321")).toBe("12087654321");
  for (const own of ["2087654321", "86543210"]) expect(phoneDigits(own)).toBe(own);
  expect(maskedPhone("+8613900000001")).toBe("861****0001");
  expect(maskedPhone("10086")).toBe("*****");
});

describe("a provider's call", () => {
  const none = {};
  it("in our own shape", () => {
    const at = Date.parse("2026-11-20T02:00:00Z");
    const base = { id: "m1", from: "+8613900000001", text: "OK 7K 1234" };
    for (const time of ["2026-11-20T10:00:00+08:00", at, at / 1000, String(at)])
      expect(readIncoming("generic", { ...base, at: time }, none)).toEqual([
        { id: "m1", from: "+8613900000001", at, text: "OK 7K 1234", digits: null, key: null, code: null },
      ]);
    expect(readIncoming("generic", { id: "c1", from: "1", at, digits: "11234#", key: "k" }, none)[0]).toMatchObject({
      digits: "11234#",
      text: null,
      key: "k",
    });
  });

  it("of Twilio", () => {
    const sms = { MessageSid: "SM1", From: "+8613900000001", To: "+100", Body: "7K 1234", NumMedia: "0" };
    expect(readIncoming("twilio", sms, none)).toMatchObject([
      { id: "SM1", from: "+8613900000001", at: null, text: "7K 1234" },
    ]);
    const call = { CallSid: "CA1", Direction: "outbound-api", From: "+100", To: "+8613900000001", Digits: "11234" };
    expect(readIncoming("twilio", call, { code: "7K" })).toMatchObject([
      { id: "CA1 11234", from: "+8613900000001", digits: "11234", text: null, code: "7K" },
    ]);
  });

  it("of Aliyun with a malformed message has the others read", () => {
    const one = { phone_number: "13900000001", send_time: "2026-11-20 10:00:00", content: "7K\0 1234" };
    const skipped: string[] = [];
    const bad = [{ ...one, content: "x".repeat(1001) }, { ...one, send_time: "2026-13-40 10:00:00" }, null, "text"];
    const list = [...bad, { ...one, sequence_id: null }, { ...one, sequence_id: "" }];
    expect(readIncoming("aliyun", list, none, (why) => skipped.push(why))).toMatchObject(
      Array(2).fill({ id: expect.stringMatching(/^13900000001 \d+$/), text: "7K 1234" }),
    );
    expect(skipped.map((why) => why.slice(0, 12))).toEqual([
      "0: content: ",
      "1: send_time",
      "2: : Invalid",
      "3: : Invalid",
    ]);
    expect(() => readIncoming("aliyun", bad, none)).toThrow(/^body: 0: content: /);
  });

  it("of Aliyun, with several messages", () => {
    const one = { phone_number: "13900000001", send_time: "2026-11-20 10:00:00", content: "7K1234", sequence_id: 99 };
    expect(readIncoming("aliyun", [one, { ...one, sequence_id: 100 }], none)).toMatchObject([
      { id: "99", at: Date.parse("2026-11-20T02:00:00Z"), text: "7K1234" },
      { id: "100" },
    ]);
  });

  it.each([
    ["generic", {}],
    ["generic", { id: "1", from: "1", at: 1 }],
    ["generic", { id: "1", from: "1", at: 1, text: "a", digits: "1" }],
    ["generic", { id: "1", from: "1", at: "yesterday", text: "a" }],
    ["twilio", { From: "1" }],
    ["aliyun", {}],
    ["aliyun", []],
  ] as const)("%s %j is refused by name", (format, body) =>
    expect(() => readIncoming(format, body, none)).toThrow(/^body: .+/),
  );

  it("is new within a quarter of an hour alone", () => {
    expect([null, 0, TIME_WINDOW_MS, -TIME_WINDOW_MS].map((at) => isTimely(at, 0))).toEqual([true, true, true, true]);
    expect([TIME_WINDOW_MS + 1, -TIME_WINDOW_MS - 1].map((at) => isTimely(at, 0))).toEqual([false, false]);
  });
});

it("an answer to Twilio is text and no markup", () => {
  expect(twiml('"<b>" & more', false, "en-US")).toContain("<Message>&#34;&#60;b&#62;&#34; &#38; more</Message>");
  expect(twiml("done", true, "zh-CN")).toContain('<Say language="zh-CN">done</Say>');
});
