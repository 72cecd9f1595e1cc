import fc from "fast-check";
import { createTranslator } from "use-intl/core";
import { describe, expect, it } from "vitest";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALES } from "@/lib/i18n/routing";
import { readDigits, readReply } from "./text.rules";

const code = fc.stringMatching(/^[2-9][A-HJKMNP-Z]{1,2}$/);
const pin = fc.stringMatching(/^\d{4,8}$/);

describe("a reply by SMS", () => {
  it.each([
    "OK 7K 1234",
    "ok 7k 1234",
    "7K 1234",
    "1234 7K",
    "ＯＫ　７Ｋ　１２３４",
    "7k1234",
    "ok7k1234",
    "OK, 7K-1234.",
    " 确认 7K 1234 ",
    "7K1234 收到",
    "Sí 7K 1234",
    "OK\n7K\n1234",
    "12347K",
    "7 K 1234",
    "OK 7K PIN 1234",
    "OK 7K+PIN1234",
    "OK 7K+1234确认",
    "7K1234OK",
    "12347KOK",
    "7KOK1234",
    "OK7KPIN1234",
    "7K 1234, thanks",
    "Código 7K, PIN: 1234",
    "OK 7K y su PIN 1234",
    "OK 7Kと1234",
    "确认，代码7K，密码1234，谢谢",
    "了解です 7K 1234",
  ])("%s", (text) => expect(readReply(text)).toEqual({ code: "7K", pin: "1234" }));

  it("may leave out the code, or have a longer one", () => {
    for (const text of ["OK 123456", "OK123456", "123456OK", "PIN 123456", "ok pin123456"])
      expect(readReply(text)).toEqual({ code: null, pin: "123456" });
    expect(readReply("OK 7KP 123456")).toEqual({ code: "7KP", pin: "123456" });
    expect(readReply("7KPPIN123456")).toEqual({ code: "7KP", pin: "123456" });
    expect(readReply("ok 7K")).toEqual({ code: "7K", pin: null });
  });

  it.each([
    "",
    "STOP",
    "OK",
    "who is this?",
    "7K 12",
    "7K 123456789",
    "77K 1234 5K",
    "0K 1234",
    "TD",
    "not ok 7K 1234",
    "不确认 7K 1234",
    "確認しません 7K 1234",
    // Two codes or two PINs: ambiguous.
    "7K 5M 1234",
    "7K 1234 43215",
    "7K 1234 7K",
    "7K 1234\n5M 1234",
    "OK 1234\nnot 5M",
    "OK 1234\nWang, ward 5M",
    "OK 7K 1234\nno, stop",
    "OK 7K 1234\n不是我处理",
    "OK 7K 1234\n待って、違います",
  ])("%j is none", (text) => expect(readReply(text)).toBeNull());

  it.each([
    "\nWang Fang",
    "\nSent from my iPhone 15",
    "\n发自我的iPhone",
    "\n--\nWang Fang\nTel. +49 151 2345 6789",
    "\n王芳 13900000001",
    "【王芳】",
    " -- Dr. Chen, ward 5B",
    "\nEnviado desde mi Samsung Galaxy",
    "\niPhoneから送信",
    "\r\n\r\nICU\r\nExt. 4712",
  ])("may be followed by the signature %j", (signature) => {
    expect(readReply(`OK 7K 1234${signature}`)).toEqual({ code: "7K", pin: "1234" });
  });

  it("reads whatever code and PIN there are, however they are written", () => {
    const gap = fc.constantFrom(" ", "", "  ", "-", ", ", "　", "\n", "PIN", " pin: ", "OK", " ok ");
    fc.assert(
      fc.property(code, pin, gap, fc.boolean(), fc.boolean(), (c, p, between, isCodeFirst, isLower) => {
        const written = isCodeFirst ? `${c}${between}${p}` : `${p}${between}${c}`;
        for (const text of [`OK ${written}`, `OK${written}`, `${written}OK`])
          expect(readReply(isLower ? text.toLowerCase() : text), text).toEqual({ code: c, pin: p });
      }),
    );
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (any) => void readReply(any)));
  });

  it("never names an alarm that the text does not name", () => {
    const part = fc.oneof(code, pin, fc.constantFrom("OK", "PIN", "no", "and", "y", "确认", "\n", "Wang", "4", "K"));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const reading = readReply(parts.join(" "));
        const glued = parts.join("").toUpperCase();
        if (reading?.code) expect(glued).toContain(reading.code);
        if (reading?.pin) expect(glued).toContain(reading.pin);
        const whole = parts.join(" ").split("\n")[0]?.split(" ") ?? [];
        const codes = new Set(whole.filter((one) => /^[2-9][A-Z]{1,2}$/.test(one)));
        if (codes.size > 1) expect(reading).toBeNull();
      }),
    );
  });
});

const toFullWidth = (text: string) =>
  text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)).replace(/ /g, "\u3000");

describe.each(LOCALES)("what the messages in %s tell to send", (locale) => {
  const asIs = (text: string) => text;
  const writing = fc.constantFrom(asIs, toFullWidth, (text: string) => text.toLowerCase());
  const signature = fc.constantFrom("", "\nWang Fang", "\n王芳 13900000001", "\r\n--\r\nSent from my iPhone");
  const sign = fc.constantFrom("", ".", "!", "。", " 👍");
  // The letters P-I-N stand for the PIN itself, or the PIN follows them.
  const naming = fc.constantFrom(
    (p: string) => p,
    (p: string) => `PIN ${p}`,
    (p: string) => `PIN${p}`,
    (p: string) => `PIN: ${p}`,
  );

  it.each(["sms", "answer.pinMissing"])("is read back: %s", async (key) => {
    const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "notice" });
    fc.assert(
      fc.property(code, pin, naming, writing, sign, signature, (c, p, named, written, end, name) => {
        const told = (t as unknown as (key: string, values: object) => string)(`reply.${key}`, { code: c });
        const command = /OK.*PIN/.exec(told)?.[0];
        expect(command).toBeDefined();
        const replies = [(command as string).replace("PIN", named(p)), `OK ${c}+${named(p)}`, `OK ${c}, ${named(p)}`];
        if (key === "sms") replies.push(told.replace(/^[，\s]+/, "").replace("PIN", named(p)));
        for (const reply of replies)
          expect(readReply(written(reply) + end + name), written(reply)).toEqual({ code: c, pin: p });
      }),
    );
  });
});

it("keys of a call are 1 and the PIN", () => {
  expect(["11234#", "1 1234", "112345678"].map(readDigits)).toEqual(["1234", "1234", "12345678"]);
  expect(["", "1", "1234", "21234", "1123", "1123456789"].map(readDigits)).toEqual(Array(6).fill(null));
});
