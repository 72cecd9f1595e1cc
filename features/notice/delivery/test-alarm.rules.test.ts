import { createTranslator } from "use-intl/core";
import { describe, expect, it } from "vitest";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALES } from "@/lib/i18n/routing";
import type { TestAlarm } from "../health/schema";
import type { Translate } from "../notice.rules";
import { composeTestMail, composeTestPush, composeTestText } from "./test-alarm.rules";

async function wordsOf(locale: (typeof LOCALES)[number]) {
  const messages = await loadMessages(locale);
  const of = (namespace: string) => createTranslator({ locale, messages, namespace }) as unknown as Translate;
  return { t: of("notice"), tException: of("exception"), locale };
}

const ALARM: TestAlarm = {
  ...{ carrierId: 7, carrier: "Vaccine <fridge> 1", customer: "City hospital", plan: "Vaccine 2–8 °C" },
  limits: [{ measure: "temperature", minimum: 2, maximum: 8 }],
  ...{ afterMinutes: 0, group: "Pharmacy", level: 1, isOnDuty: false },
};

describe("a test alarm", () => {
  it("says in a mail that it is a test, and names carrier, limit and plan", async () => {
    const news = { alarm: ALARM, by: "Li Na", channel: "E-mail", time: "today 14:05", contactName: "Zhang Wei" };
    const { subject, text, html } = composeTestMail(news, await wordsOf("en-US"));
    expect(subject).toBe("TEST ALARM, no action needed: Vaccine <fridge> 1");
    expect(text).toContain("This is a test alarm. Everything is in order. No action is needed.");
    expect(text).toContain("Place: Vaccine <fridge> 1, City hospital");
    expect(text).toContain("Limit: Temperature 2 – 8 °C");
    expect(text).toContain("Plan: Vaccine 2–8 °C. Immediately: Pharmacy, level 1");
    expect(text).toContain("Sent by Li Na at today 14:05.");
    expect(html).toContain("Vaccine &lt;fridge&gt; 1");
  });

  it("names who is on duty, the time of a later step, and the console", async () => {
    const words = await wordsOf("en-US");
    const bodyOf = (values: Partial<TestAlarm>) =>
      composeTestPush({ alarm: { ...ALARM, ...values }, by: "Li Na" }, words).body;
    expect(bodyOf({ isOnDuty: true, afterMinutes: 40 })).toContain("After 40 min: Pharmacy, on duty");
    expect(bodyOf({ group: null })).toContain("Immediately: logged-in users");
    expect(bodyOf({ limits: [] })).not.toContain("Temperature");
  });

  it.each(LOCALES)(
    "fits one SMS in %s whatever the names, and says at once that nothing has to be done",
    async (locale) => {
      const words = await wordsOf(locale);
      const length = ["zh", "ja"].includes(locale.slice(0, 2)) ? 70 : 160;
      const long = { ...ALARM, carrier: "C".repeat(30), plan: "P".repeat(30) };
      for (const alarm of [ALARM, long])
        expect(composeTestText("sms", alarm, words).length).toBeLessThanOrEqual(length);
      const text = composeTestText("sms", ALARM, words);
      expect(text).toContain("Vaccine <fridge> 1");
      expect(text).toMatch(
        /^(TEST ALARM, no action needed|测试报警，无需处理|ALARMA DE PRUEBA, no requiere acción|テスト警報、対応不要)/,
      );
      expect(composeTestText("voice", long, words)).toContain("P".repeat(30));
    },
  );
});
