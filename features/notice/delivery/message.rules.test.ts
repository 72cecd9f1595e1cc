import fc from "fast-check";
import { createTranslator } from "use-intl/core";
import { describe, expect, it } from "vitest";
import { CONDITION_KINDS, type DeviceKind, MEASURES, SEVERITIES } from "@/db/enums";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import type { AlarmFacts, Translate } from "../notice.rules";
import {
  type Addresses,
  composeMail,
  composePush,
  composeText,
  type News,
  NO_ADDRESSES,
  type Words,
} from "./message.rules";

const INSIDE: Addresses = { console: "https://cold.example/en-US/abnormal/dataex?id=1", links: new Map() };
const LINK = `https://cold.example/en-US/exDetail?key=${"k".repeat(43)}`;
const linked = (...ids: number[]): Addresses => ({
  ...INSIDE,
  links: new Map(ids.map((id) => [id, `https://cold.example/l${id}`])),
});
const NOW = Date.parse("2026-11-20T04:12:00Z");
const MINUTE = 60_000;

async function wordsOf(locale: Locale): Promise<Words> {
  const messages = await loadMessages(locale);
  const onError = (error: Error) => {
    throw error;
  };
  const of = (namespace: string) => createTranslator({ locale, messages, namespace, onError }) as unknown as Translate;
  return { t: of("notice"), tException: of("exception"), locale };
}

const facts = (values: Partial<AlarmFacts> = {}): AlarmFacts => ({
  id: 1,
  carrierName: "冷库3",
  deviceName: "TH-301",
  device: { kind: "sensor" },
  customerName: "Guangzhou CDC",
  timeZone: "Asia/Shanghai",
  kind: "range",
  measure: "temperature",
  side: "above",
  severity: "critical",
  minimum: 2,
  maximum: 8,
  peak: 12.3,
  exposure: null,
  forecast: null,
  crossing: null,
  startedAt: NOW - 12 * MINUTE,
  endedAt: null,
  ...values,
});
const news = (values: Partial<News> = {}): News => ({
  facts: [facts()],
  type: "alarm",
  isHeld: false,
  contactName: "Zhang Wei",
  now: NOW,
  ...values,
});
const cumulative = facts({
  kind: "cumulative",
  exposure: { outsideMinutes: 640, windowMinutes: 1440, allowedMinutes: 600 },
});
const trend = facts({
  kind: "trend",
  forecast: { at: "2026-11-20T04:30:00Z", earliest: "2026-11-20T04:25:00Z", latest: "2026-11-20T04:40:00Z" },
});

describe("a mail of one alarm", () => {
  it("says what, how bad, where and since when, and where to look", async () => {
    const mail = composeMail(news(), INSIDE, await wordsOf("en-US"));
    expect(mail.subject).toBe("[Critical] 冷库3: Temperature above maximum");
    expect(mail.text).toBe(
      [
        "Zhang Wei",
        "",
        "Critical: Temperature above maximum",
        "Above 8.0 °C for 12 min, peak 12.3 °C",
        "Place: 冷库3, Guangzhou CDC",
        "Device: TH-301",
        "Since: 2026-11-20 12:00:00 UTC+08:00 (Asia/Shanghai)",
        "",
        "Open in the console",
        "https://cold.example/en-US/abnormal/dataex?id=1",
      ].join("\n"),
    );
    expect(mail.html).toContain('<a href="https://cold.example/en-US/abnormal/dataex?id=1">Open in the console</a>');
  });

  it("leads the reader first to his own link, where he needs no account", async () => {
    const { html, text } = composeMail(news(), linked(1), await wordsOf("en-US"));
    expect(text).toContain("\n\nView and acknowledge without logging in\nhttps://cold.example/l1\n\nOpen in the");
    expect(html).toMatch(/<p><a href="https:\/\/cold.example\/l1" style="[^"]+">View and acknowledge without/);
  });

  it("has no link where the console has no address, and lets no name into its markup", async () => {
    const strange = news({ facts: [facts({ carrierName: "<b>&" })] });
    const { html, text } = composeMail(strange, NO_ADDRESSES, await wordsOf("en-US"));
    expect(html).not.toContain("<a");
    expect(html).toContain("&lt;b&gt;&amp;");
    expect(text).toContain("Place: <b>&");
  });

  it("says that it waited for the end of quiet hours, and that it is over", async () => {
    const late = news({ isHeld: true, facts: [facts({ endedAt: NOW - 2 * MINUTE })] });
    const { text } = composeMail(late, NO_ADDRESSES, await wordsOf("en-US"));
    expect(text).toContain("Sent after your quiet hours.");
    expect(text).toContain("for 10 min");
    expect(text).toContain("Ended: 2026-11-20 12:10:00");
  });

  it("carries duration, peak and degree-minutes of one that is over, alone and among others", async () => {
    const words = await wordsOf("en-US");
    const over = facts({ endedAt: NOW - 2 * MINUTE, degreeMinutes: 34.56 });
    const figures = "Lasted 10 min, peak 12.3 °C, 34.6 °C·min beyond the limit";
    expect(composeMail(news({ facts: [over] }), NO_ADDRESSES, words).text).toContain(figures);
    const digest = news({ type: "digest", facts: [over, facts({ id: 2, endedAt: NOW })] });
    const { text } = composeMail(digest, NO_ADDRESSES, words);
    expect(text).toContain(figures);
    // Figures that were not computed are omitted.
    expect(text.split("\n")).toContain("Lasted 12 min, peak 12.3 °C");
    const open = composeMail(news({ facts: [facts({ degreeMinutes: 1 })] }), NO_ADDRESSES, words);
    expect(open.text).not.toContain("beyond the limit");
    const door = facts({ kind: "state", measure: "door", peak: 1, endedAt: NOW });
    expect(composeMail(news({ facts: [door] }), NO_ADDRESSES, words).text).not.toContain("Lasted");
  });

  it.each([
    ["cumulative", cumulative, "Above 8.0 °C for 10 h 40 min within 24 h (allowed: 10 h)"],
    ["trend", trend, "Expected to rise above 8.0 °C at about 12:30 (80% interval: 12:25–12:40)"],
    ["door", facts({ kind: "state", measure: "door", peak: 1, maximum: 0.5 }), "Door open for 12 min"],
    ["power", facts({ kind: "state", measure: "power", side: "below", peak: 0 }), "Power lost for 12 min"],
    ["silence", facts({ kind: "no-data", side: null, peak: null }), "No data for 12 min"],
    [
      "gateway",
      facts({ kind: "no-data", device: { kind: "gateway" }, measure: null, deviceName: "GW-1" }),
      "Gateway GW-1 offline for 12 min",
    ],
  ])("tells of %s by its own figures", async (_, one, sentence) =>
    expect(composeMail(news({ facts: [one] }), NO_ADDRESSES, await wordsOf("en-US")).text).toContain(sentence),
  );
});

describe("the connection and power of a device", () => {
  const none = { side: null, peak: null, measure: null } as const;
  const of = (kind: DeviceKind, change: Partial<AlarmFacts>) =>
    facts({ ...none, kind: "no-data", device: { kind }, deviceName: "X-1", carrierName: "Fridge 3", ...change });

  it.each([
    [of("gateway", { kind: "blackout", measure: "power" }), "Gateway X-1 has lost power"],
    [of("gateway", {}), "Gateway X-1 is offline"],
    [of("display", {}), "Display X-1 is offline"],
    [of("relay", { carrierName: "House" }), "Relay X-1 is offline"],
    [of("gas", {}), "Sensor X-1 is offline"],
  ])("are told by the name of the device, with its place, by every channel", async (one, said) => {
    const words = await wordsOf("en-US");
    const whole = `${one.carrierName}: ${said}`;
    const only = news({ facts: [one] });
    expect(composeMail(only, NO_ADDRESSES, words).subject).toBe(`[Critical] ${whole}`);
    expect(composePush(only, words).title).toBe(`[Critical] ${whole}`);
    expect(composeText("sms", only, words)).toBe(`[Critical] ${whole}, since 11-20 12:00`);
    expect(composeText("voice", only, words)).toContain(`${one.carrierName}. ${said}.`);
    const { body } = composePush(news({ facts: [one, facts({ id: 2 })] }), words);
    expect(body).toContain(`${one.carrierName}: ${one.device.kind === "gas" ? "Sensor" : said.split(" ")[0]} X-1`);
  });
});

describe("a mail of many", () => {
  const many = [
    facts({ id: 1, carrierName: "A", severity: "minor" }),
    facts({ id: 2, carrierName: "B", endedAt: NOW - MINUTE }),
    facts({ id: 3, carrierName: "C", severity: "minor", startedAt: NOW - MINUTE }),
  ];

  it("names each, what lasts first, then the most severe", async () => {
    const mail = composeMail(news({ facts: many }), NO_ADDRESSES, await wordsOf("en-US"));
    expect(mail.subject).toBe("[Critical] 3 alarms: A, C and 1 more");
    const heads = mail.text.split("\n").filter((line) => line.startsWith("["));
    expect(heads).toEqual(["A", "C", "B"].map((name) => expect.stringContaining(`${name}: Temperature`)));
    expect(mail.text).toContain("From 2026-11-20 12:00 to 2026-11-20 12:11, device TH-301");
    expect(mail.text).toContain("Since 2026-11-20 12:00, ongoing");
    expect(mail.text).toContain("Times: UTC+08:00 (Asia/Shanghai)");
  });

  it("links each that the reader has a link to", async () => {
    const { html, text } = composeMail(news({ facts: many }), linked(1, 2), await wordsOf("en-US"));
    const blocks = text.split("\n\n");
    expect(blocks.find((block) => block.includes("] A:"))).toMatch(
      /\nView and acknowledge\nhttps:\/\/cold.example\/l1$/,
    );
    expect(blocks.find((block) => block.includes("] B:"))).toMatch(/\nhttps:\/\/cold.example\/l2$/);
    expect(blocks.find((block) => block.includes("] C:"))).not.toContain("https:");
    expect(html.match(/<a /g)).toHaveLength(3);
  });

  it("as a digest links what it tells of", async () => {
    const over = facts({ endedAt: NOW - 2 * MINUTE });
    const { text } = composeMail(news({ type: "digest", facts: [over] }), linked(1), await wordsOf("en-US"));
    expect(text).toContain("View and acknowledge\nhttps://cold.example/l1");
  });

  it("as a digest says what, where, from when to when and how bad", async () => {
    const over = facts({ endedAt: NOW - 2 * MINUTE });
    const { subject, text } = composeMail(
      news({ type: "digest", facts: [over] }),
      NO_ADDRESSES,
      await wordsOf("en-US"),
    );
    expect(subject).toBe("Summary: 1 alarm, nothing urgent");
    for (const part of [
      "冷库3: Temperature above maximum",
      "From 2026-11-20 12:00 to 2026-11-20 12:10",
      "peak 12.3 °C",
    ])
      expect(text).toContain(part);
  });
});

describe("a text", () => {
  it("for SMS says the most important", async () => {
    const words = await wordsOf("zh-CN");
    expect(composeText("sms", news(), words)).toBe("【紧急】冷库3：温度高于上限，12.3 °C，11-20 12:00起");
    const two = news({ facts: [facts(), facts({ id: 2, carrierName: "冷库4", severity: "minor" })] });
    expect(composeText("sms", two, words)).toBe("【紧急】11-20 12:00起2条报警：冷库3、冷库4");
  });

  describe("of several", () => {
    const over = facts({ startedAt: NOW - 16 * MINUTE, endedAt: NOW - 15 * MINUTE });
    const live = facts({ id: 2, carrierName: "冷库4", severity: "minor", peak: 9 });
    const both = news({ facts: [over, live] });

    it("tells what lasts, and counts and names what is over", async () => {
      const [english, chinese] = [await wordsOf("en-US"), await wordsOf("zh-CN")];
      expect(composeText("sms", both, english)).toBe(
        "[Minor] 冷库4: Temperature above maximum, 9.0 °C, since 11-20 12:00; 1 ended: 冷库3",
      );
      expect(composeText("voice", both, english)).toBe(
        "Frostline alarm, severity Minor. 冷库4. Temperature above maximum, 9.0 °C. Since 11-20 12:00. 1 more ended: 冷库3.",
      );
      expect(composeText("sms", both, chinese)).toBe(
        "【一般】冷库4：温度高于上限，9.0 °C，11-20 12:00起；另1条已恢复：冷库3",
      );
      const three = news({ facts: [over, live, facts({ id: 3, carrierName: "冷库5" })] });
      expect(composeText("sms", three, english)).toBe(
        "[Critical] 2 alarms since 11-20 12:00: 冷库5, 冷库4; 1 ended: 冷库3",
      );
      const same = news({ facts: [over, facts({ id: 2 })] });
      expect(composeText("sms", same, english)).toBe(
        "[Critical] 冷库3: Temperature above maximum, 12.3 °C, since 11-20 12:00; 1 ended",
      );
    });

    it("says of several that are over that they are", async () => {
      const ended = news({ facts: [over, facts({ id: 2, carrierName: "冷库4", endedAt: NOW })] });
      const words = await wordsOf("en-US");
      expect(composeText("sms", ended, words)).toBe(
        "[Critical] 2 alarms ended, 11-20 11:56 to 11-20 12:12: 冷库3, 冷库4",
      );
      expect(composeText("voice", ended, words)).toContain("2 alarms have ended");
    });

    it("as a push notification says which is over", async () => {
      const { body } = composePush(both, await wordsOf("en-US"));
      expect(body.split("\n")).toEqual([
        "冷库4: Above 8.0 °C for 12 min, peak 9.0 °C",
        "冷库3: Above 8.0 °C for 1 min, peak 12.3 °C, ended 11-20 11:57",
      ]);
    });
  });

  it("says that it is over", async () => {
    const over = news({ facts: [facts({ endedAt: NOW - 2 * MINUTE })] });
    expect(composeText("sms", over, await wordsOf("zh-CN"))).toBe(
      "【紧急】冷库3：温度高于上限，12.3 °C，11-20 12:00至11-20 12:10，已恢复",
    );
    expect(composeText("voice", over, await wordsOf("en-US"))).toContain("an alarm has ended");
  });

  it.each<["sms" | "voice", Locale, string]>([
    ["sms", "en-US", "Temperature nearing maximum, between 12:25 and 12:40, 80 %"],
    ["voice", "en-US", "Temperature nearing maximum, between 12:25 and 12:40, 80 %"],
    ["sms", "zh-CN", "12:25至12:40，80%"],
    ["voice", "ja", "12:25〜12:40、80 %"],
    ["voice", "es", "entre 12:25 y 12:40, 80 %"],
  ])(
    "for %s says in %s within which interval a limit is expected to be crossed, and how sure",
    async (channel, locale, part) => {
      expect(composeText(channel, news({ facts: [trend] }), await wordsOf(locale))).toContain(part);
    },
  );

  it("cuts names, never figures", async () => {
    const words = await wordsOf("zh-CN");
    const long = composeText("sms", news({ facts: [facts({ carrierName: "疫苗冷库".repeat(15) })] }), words);
    expect(long).toHaveLength(70);
    expect(long).toMatch(/^【紧急】疫苗冷库.*…：温度高于上限，12\.3 °C，11-20 12:00起$/);
    const crowd = Array.from({ length: 40 }, (_, id) => facts({ id, carrierName: `疫苗冷库 ${id}` }));
    const text = composeText("sms", news({ facts: crowd }), words);
    expect(text.length).toBeLessThanOrEqual(70);
    expect(text).toMatch(/40条报警：疫苗冷库 0、.*…$/);
  });

  it("for SMS brings the link where nothing gives way to it", async () => {
    const links = new Map([[1, LINK]]);
    const english = await wordsOf("en-US");
    const short = news({ facts: [facts({ carrierName: "F3", severity: "minor" })] });
    expect(composeText("sms", short, english, links)).toBe(`${composeText("sms", short, english)} ${LINK}`);
    const long = news({ facts: [facts({ carrierName: "Vaccine refrigerator of the children's ward" })] });
    for (const [told, words] of [
      [long, english],
      [short, await wordsOf("zh-CN")],
      [news({ facts: [facts(), facts({ id: 2 })] }), english],
    ] as const)
      expect(composeText("sms", told, words, links)).toBe(composeText("sms", told, words));
    expect(composeText("voice", short, english, links)).not.toContain("https");
  });

  it("that is read out has whole sentences", async () => {
    expect(composeText("voice", news(), await wordsOf("en-US"))).toBe(
      "Frostline alarm, severity Critical. 冷库3. Temperature above maximum, 12.3 °C. Since 11-20 12:00.",
    );
  });

  it.each(LOCALES)("fits and says something of every kind in %s", async (locale) => {
    const words = await wordsOf(locale);
    const limit = locale.startsWith("zh") || locale === "ja" ? 70 : 160;
    const kinds = fc.constantFrom(...CONDITION_KINDS);
    const one = fc.record({
      id: fc.nat(),
      kind: kinds,
      severity: fc.constantFrom(...SEVERITIES),
      measure: fc.constantFrom(...MEASURES),
      side: fc.constantFrom("above" as const, "below" as const, null),
      peak: fc.option(fc.double({ min: -200, max: 5000, noNaN: true })),
      carrierName: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
      startedAt: fc.integer({ min: NOW - 90 * 86_400_000, max: NOW }),
      endedAt: fc.constantFrom(null, NOW),
    });
    fc.assert(
      fc.property(fc.uniqueArray(one, { minLength: 1, maxLength: 30, selector: ({ id }) => id }), (drawn) => {
        const told = news({
          facts: drawn.map((values) => ({
            ...facts(values),
            exposure: values.kind === "cumulative" ? cumulative.exposure : null,
            forecast: values.kind === "trend" ? trend.forecast : null,
          })),
        });
        const text = composeText("sms", told, words);
        expect(text.length).toBeGreaterThan(10);
        expect(text.length).toBeLessThanOrEqual(limit);
        expect(composeText("voice", told, words)).not.toContain("undefined");
        for (const type of ["alarm", "digest"] as const)
          expect(composeMail({ ...told, type }, NO_ADDRESSES, words).text).not.toContain("undefined");
      }),
      { numRuns: 100 },
    );
  });
});
