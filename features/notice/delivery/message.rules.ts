import { SEVERITIES, type Severity } from "@/db/enums";
import { KINDS } from "@/features/exception/kind.rules";
import { exposureText, forecastValues, headlineOf, positionValues, whatOf } from "@/features/exception/phrase.rules";
import { formatDuration, formatOffset, formatStamp } from "@/lib/datetime/format";
import { toLocalInput } from "@/lib/datetime/zone";
import { formatDifference, formatReading } from "@/lib/units/format";
import { type ValueLocale, valueLocale } from "@/lib/units/value-locale";
import type { AlarmFacts, Translate } from "../notice.rules";

export type Message = { subject: string; text: string; html: string };

/** The content of one message at `now` (epoch ms). */
export type News = {
  /** Each exception once. */
  facts: readonly AlarmFacts[];
  type: "alarm" | "digest";
  /** Whether it was deferred to the end of the reader's quiet hours. */
  isHeld: boolean;
  contactName: string;
  now: number;
};

/** The links of a message: to the console, for readers with an account, and the reader's own link to each exception. */
export type Addresses = { console: string | null; links: ReadonlyMap<number, string> };
export const NO_ADDRESSES: Addresses = { console: null, links: new Map() };

/** The `notice` and `exception` texts in the reader's language. */
export type Words = { t: Translate; tException: Translate; locale: string };

/** Maximum characters of an SMS. One part has 70 beyond the basic alphabet, which say as much in these scripts. */
const SMS_LENGTH: Record<string, number> = { zh: 70, ja: 70 };
const SMS_LENGTH_ELSE = 160;
/** Maximum names in a subject or in a spoken text. */
const NAMED = 2;
const SHORTEST_NAME = 4;

const worstOf = (facts: readonly AlarmFacts[]): Severity =>
  SEVERITIES.find((severity) => facts.some((one) => one.severity === severity)) ?? "warning";

/** What still lasts first, then the most severe, then the oldest. */
export const byUrgency = (a: AlarmFacts, b: AlarmFacts) =>
  Number(a.endedAt !== null) - Number(b.endedAt !== null) ||
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  a.startedAt - b.startedAt;

export const namesOf = (facts: readonly AlarmFacts[]) => [...new Set(facts.map(({ carrierName }) => carrierName))];

/** `A, B and 3 more`. */
function listed(names: readonly string[], { t }: Words): string {
  const first = names.slice(0, NAMED).join(t("separator"));
  return names.length > NAMED ? t("andMore", { names: first, count: names.length - NAMED }) : first;
}

/** The reader's language with the unit of the customer whose exception it is. */
const valuesOf = ({ temperatureUnit = "celsius" }: Pick<AlarmFacts, "temperatureUnit">, locale: string): ValueLocale =>
  valueLocale(locale, temperatureUnit);

function headline(facts: AlarmFacts, now: number, { tException, locale }: Words): string {
  const lasted = (facts.endedAt ?? now) - facts.startedAt;
  return headlineOf(facts, lasted, tException, { locale: valuesOf(facts, locale), timeZone: facts.timeZone });
}

/** All facts of one exception; times are given with their zone. */
function linesOfOne(facts: AlarmFacts, now: number, words: Words): string[] {
  const { t } = words;
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone: facts.timeZone });
  const lines = [
    t("line.what", { severity: words.tException(`severity.${facts.severity}`), what: whatOf(facts, words.tException) }),
    headline(facts, now, words),
    t("line.place", { carrier: facts.carrierName, customer: facts.customerName }),
    t("line.device", { device: facts.deviceName }),
    ...(facts.crossing ? [t("line.position", positionValues(facts.crossing))] : []),
    t("line.since", { time: stamp(facts.startedAt) }),
  ];
  if (facts.endedAt !== null) lines.push(t("line.ended", { time: stamp(facts.endedAt) }), ...figuresOf(facts, words));
  return lines;
}

/** For an exception that is over: its duration, its peak and the resulting figures. */
function figuresOf(facts: AlarmFacts, { t, locale }: Words): string[] {
  const { kind, measure, peak, startedAt, endedAt, degreeMinutes = null } = facts;
  if (!KINDS[kind].hasFigures || measure === null || peak === null || endedAt === null) return [];
  const own = valuesOf(facts, locale);
  const values = {
    duration: formatDuration(endedAt - startedAt, locale),
    peak: formatReading(peak, measure, own).text,
  };
  if (degreeMinutes === null) return [t("line.lasted", values)];
  return [
    t("line.figures", { ...values, excess: `${formatDifference(degreeMinutes, measure, own, [0, 1]).text}·min` }),
  ];
}

/** One exception in a list: what, where, severity, start and end. */
function entryOf(facts: AlarmFacts, now: number, words: Words): string[] {
  const { t, tException } = words;
  const { timeZone, startedAt, endedAt, carrierName: carrier, deviceName: device } = facts;
  const minute = (at: number) => toLocalInput(new Date(at), timeZone).replace("T", " ");
  const span =
    endedAt === null
      ? t("entry.open", { from: minute(startedAt) })
      : t("entry.over", { from: minute(startedAt), to: minute(endedAt) });
  return [
    t("subject", { severity: tException(`severity.${facts.severity}`), carrier, what: whatOf(facts, tException) }),
    headline(facts, now, words),
    device === carrier ? span : t("entry.device", { span, device }),
    ...figuresOf(facts, words),
  ];
}

function subjectOf({ facts, type }: News, words: Words): string {
  const { t } = words;
  const [only] = facts;
  if (type === "digest") return t("digest.subject", { count: facts.length });
  const severity = words.tException(`severity.${worstOf(facts)}`);
  if (only && facts.length === 1)
    return t("subject", { severity, carrier: only.carrierName, what: whatOf(only, words.tException) });
  return t("many.subject", { severity, count: facts.length, names: listed(namesOf(facts.toSorted(byUrgency)), words) });
}

/** A paragraph with an optional link below it, shown as a button if it is the action that the reader is to take. */
export type Block = { lines: string[]; link?: { address: string; text: string; isButton?: boolean } };

function blocksOf(news: News, addresses: Addresses, words: Words): Block[] {
  const { t } = words;
  const inside = addresses.console;
  const intro = news.isHeld && news.type === "alarm" ? [{ lines: [t("held")] }] : [];
  const end: Block[] = inside === null ? [] : [{ lines: [], link: { address: inside, text: t("open") } }];
  return [...intro, ...storyOf(news, addresses, words), ...end];
}

function storyOf(news: News, { links }: Addresses, words: Words): Block[] {
  const { t } = words;
  const { facts, type, now } = news;
  const [only] = facts;
  const linked = (one: AlarmFacts, lines: string[]): Block => {
    const address = links.get(one.id);
    return address === undefined ? { lines } : { lines, link: { address, text: t("link.entry") } };
  };
  if (only && facts.length === 1 && type === "alarm") {
    const address = links.get(only.id);
    const lines = linesOfOne(only, now, words);
    if (address === undefined) return [{ lines }];
    return [{ lines }, { lines: [], link: { address, text: t("link.one"), isButton: true } }];
  }
  const sorted = facts.toSorted(byUrgency);
  const { customerName = "", timeZone = "UTC" } = only ?? {};
  const head = t(`${type === "digest" ? "digest" : "many"}.intro`, { count: facts.length, customer: customerName });
  const zone = t("zone", { zone: `${formatOffset(new Date(now), timeZone)} (${timeZone})` });
  return [{ lines: [head] }, ...sorted.map((one) => linked(one, entryOf(one, now, words))), { lines: [zone] }];
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Escapes text for HTML. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

const anchor = (address: string, text: string, style = "") =>
  `<a href="${escapeHtml(address)}"${style}>${escapeHtml(text)}</a>`;
/** Inline because mail clients ignore style sheets. Large enough for a thumb. */
const BUTTON =
  ' style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0f5f69;color:#ffffff;text-decoration:none"';

/** Composes a mail in the reader's language, with times in the customer's zone. */
export function composeMail(news: News, addresses: Addresses, words: Words): Message {
  return mailOf(subjectOf(news, words), news.contactName, blocksOf(news, addresses, words));
}

/** Builds a mail with salutation, its paragraphs both as text and as HTML. */
export function mailOf(subject: string, contactName: string, blocks: readonly Block[]): Message {
  const greeting: Block[] = contactName ? [{ lines: [contactName] }] : [];
  const text = [...greeting, ...blocks].map(({ lines, link }) =>
    [...lines, ...(link ? [link.text, link.address] : [])].join("\n"),
  );
  const html = blocks.map(({ lines, link }) => {
    const said = lines.map(escapeHtml);
    if (link) said.push(anchor(link.address, link.text, link.isButton ? BUTTON : ""));
    return `<p>${said.join("<br>")}</p>`;
  });
  return { subject, text: text.join("\n\n"), html: html.join("") };
}

const PUSH_LINES = 4;

/** Title and text of a push notification: what, where, the value and its limit, since when or until when. */
export function composePush(news: News, words: Words): { title: string; body: string } {
  const { t } = words;
  const { facts, now } = news;
  const [worst, ...others] = facts.toSorted(byUrgency);
  if (!worst) return { title: "", body: "" };
  const minute = (at: number) => toLocalInput(new Date(at), worst.timeZone).slice(5).replace("T", " ");
  const lineOf = (one: AlarmFacts) => {
    const said = { carrier: one.carrierName, what: headline(one, now, words) };
    return one.endedAt === null ? t("push.line", said) : t("push.lineOver", { ...said, time: minute(one.endedAt) });
  };
  const lines =
    others.length === 0
      ? [
          headline(worst, now, words),
          t("line.since", { time: minute(worst.startedAt) }),
          ...(worst.endedAt === null ? [] : [t("line.ended", { time: minute(worst.endedAt) })]),
        ]
      : [worst, ...others].slice(0, PUSH_LINES).map(lineOf);
  return { title: subjectOf(news, words), body: lines.join("\n") };
}

/** The figure that shows the extent of the alarm; empty if there is none. */
function figureOf(facts: AlarmFacts, { t, locale }: Words): string {
  const { kind, peak, measure, exposure, forecast, timeZone } = facts;
  switch (kind) {
    case "range":
      return peak !== null && measure ? formatReading(peak, measure, valuesOf(facts, locale)).text : "";
    case "cumulative":
      return exposure ? exposureText(exposure.outsideMinutes, locale) : "";
    case "trend":
      return forecast ? t("forecast", forecastValues(forecast, { locale, timeZone })) : "";
    case "no-data":
    case "state":
    case "geofence":
    case "blackout":
    case "retained":
    case "slow":
      return "";
  }
}

/**
 * Composes a text for SMS, at most 70 characters in Chinese and Japanese and 160 elsewhere, or one that is read out. To
 * fit, names are dropped from the last, then the first one is cut. What still lasts is told; what is over is counted and
 * named behind it, or told as ended if nothing lasts. An SMS with a single exception includes the reader's link if
 * nothing has to be shortened for it. With `code` the text says how to acknowledge by a reply.
 */
export function composeText(
  channel: "sms" | "voice",
  news: News,
  words: Words,
  links: Addresses["links"] = new Map(),
  code: string | null = null,
): string {
  const { t } = words;
  const sorted = news.facts.toSorted(byUrgency);
  const open = sorted.filter(({ endedAt }) => endedAt === null);
  const [told, over] = open.length > 0 ? [open, sorted.slice(open.length)] : [sorted, []];
  const [worst] = told;
  if (!worst) return "";
  const severity = words.tException(`severity.${worst.severity}`);
  const stamp = (at: number) => toLocalInput(new Date(at), worst.timeZone).slice(5).replace("T", " ");
  const time = stamp(Math.min(...told.map(({ startedAt }) => startedAt)));
  const to = stamp(Math.max(...told.map(({ startedAt, endedAt }) => endedAt ?? startedAt)));
  const what = [whatOf(worst, words.tException), figureOf(worst, words)].filter(Boolean).join(t("clause"));
  const names = namesOf(told);
  const others = namesOf(over).filter((name) => !names.includes(name));
  const isOver = open.length === 0;
  const besides = (shown: readonly string[]) => {
    if (over.length === 0) return "";
    if (shown.length === 0) return t(`${channel}.besidesCount`, { count: over.length });
    return t(`${channel}.besides`, { count: over.length, names: shown.join(t("separator")) });
  };
  const composed = (own: readonly string[], also: readonly string[]) => {
    const all = { severity, what, time, to, carrier: own[0] ?? "", names: own.join(t("separator")) };
    const text =
      told.length > 1
        ? t(`${channel}.${isOver ? "manyOver" : "many"}`, { ...all, count: told.length })
        : t(`${channel}.${isOver ? "over" : "one"}`, all);
    return text + besides(also);
  };
  const how = code === null ? "" : t(`reply.${channel}`, { code });
  if (channel === "voice") return composed(names.slice(0, NAMED), others.slice(0, NAMED)) + how;
  const compose = (shown: readonly string[]) => composed(shown.slice(0, names.length), shown.slice(names.length));
  const length = lengthOf(words);
  const linked = `${compose(names)} ${links.get(worst.id)}${how}`;
  return links.has(worst.id) && sorted.length === 1 && linked.length <= length
    ? linked
    : shortened([...names, ...others], length - how.length, compose) + how;
}

const lengthOf = ({ locale }: Words): number => SMS_LENGTH[locale.slice(0, 2)] ?? SMS_LENGTH_ELSE;

/** Returns the longest variant that fits one SMS of the reader's script, by dropping names and cutting the last. */
export const fitted = (names: readonly string[], words: Words, compose: (names: readonly string[]) => string): string =>
  shortened(names, lengthOf(words), compose);

/** Returns the longest variant that fits `length`. */
function shortened(names: readonly string[], length: number, compose: (names: readonly string[]) => string): string {
  for (let shown = names.length; shown > 0; shown -= 1) {
    const some = names.slice(0, shown);
    const text = compose(shown < names.length ? [...some.slice(0, -1), `${some.at(-1)}…`] : some);
    if (text.length <= length) return text;
  }
  const [name = ""] = names;
  const characters = [...name];
  for (let kept = characters.length - 1; kept >= SHORTEST_NAME; kept -= 1) {
    const text = compose([`${characters.slice(0, kept).join("")}…`]);
    if (text.length <= length) return text;
  }
  return `${compose([`${characters.slice(0, SHORTEST_NAME).join("")}…`]).slice(0, length - 1)}…`;
}
