import { formatDuration } from "@/lib/datetime/format";
import { formatRange } from "@/lib/units/format-range";
import { valueLocale } from "@/lib/units/value-locale";
import type { TestAlarm } from "../health/schema";
import { fitted, type Message, mailOf, type Words } from "./message.rules";

/** A test alarm as one reader gets it: the channel and the time in the reader's words. */
export type TestNews = { alarm: TestAlarm; by: string; channel: string; time: string; contactName: string };

/** Names longer than this are cut in a text for SMS. */
const LONGEST_PLAN = 20;

/** The limits in the reader's language: 'Temperature 2 – 8 °C'. */
const limitsText = ({ limits, temperatureUnit = "celsius" }: TestAlarm, { t, tException, locale }: Words): string =>
  limits
    .map((one) =>
      t("testAlarm.limit", {
        measure: tException(`measure.${one.measure}`),
        range: formatRange(one, valueLocale(locale, temperatureUnit)),
      }),
    )
    .join(t("separator"));

/** The row of the plan: when, and whom it notifies. */
function rowText({ afterMinutes, group, level, isOnDuty }: TestAlarm, { t, locale }: Words): string {
  const when =
    afterMinutes === 0
      ? t("testAlarm.atOnce")
      : t("testAlarm.after", { duration: formatDuration(afterMinutes * 60_000, locale) });
  if (group === null) return t("testAlarm.console", { when });
  return t(isOnDuty ? "testAlarm.onDuty" : "testAlarm.level", { when, group, level });
}

/** Composes the mail of a test alarm: that it is a test, and which alarm it stands for. */
export function composeTestMail({ alarm, by, channel, time, contactName }: TestNews, words: Words): Message {
  const { t } = words;
  const { carrier, customer, plan } = alarm;
  const limits = limitsText(alarm, words);
  return mailOf(t("testAlarm.subject", { carrier }), contactName, [
    { lines: [t("testAlarm.intro"), t("testAlarm.meaning", { channel })] },
    {
      lines: [
        t("line.place", { carrier, customer }),
        ...(limits === "" ? [] : [t("testAlarm.limits", { limits })]),
        t("testAlarm.plan", { plan, row: rowText(alarm, words) }),
      ],
    },
    { lines: [t("testAlarm.by", { by, time })] },
  ]);
}

/** Title and text of the push notification. */
export function composeTestPush({ alarm, by }: Pick<TestNews, "alarm" | "by">, words: Words) {
  const { t } = words;
  const { carrier, plan } = alarm;
  const limits = limitsText(alarm, words);
  const lines = [limits, t("testAlarm.plan", { plan, row: rowText(alarm, words) }), t("testAlarm.sentBy", { by })];
  return { title: t("testAlarm.subject", { carrier }), body: lines.filter(Boolean).join("\n") };
}

/** Composes the text for SMS, which fits one message of the reader's script, or the one that is read out. */
export function composeTestText(channel: "sms" | "voice", alarm: TestAlarm, words: Words): string {
  const { t } = words;
  const limits = limitsText(alarm, words);
  const compose = ([carrier = ""]: readonly string[], plan: string) =>
    t(`testAlarm.${channel}`, { what: [carrier, limits].filter(Boolean).join(t("separator")), plan });
  if (channel === "voice") return compose([alarm.carrier], alarm.plan);
  const plan =
    [...alarm.plan].length > LONGEST_PLAN ? `${[...alarm.plan].slice(0, LONGEST_PLAN - 1).join("")}…` : alarm.plan;
  return fitted([alarm.carrier], words, (names) => compose(names, plan));
}
