import { describe, expect, it } from "vitest";
import { checkMessages } from "./check";

const LOCALES = ["zh-CN", "en-US"];

const content = { title: "Alarms", count: "{n} alarms", state: { on: "On", off: "Off" } };
const SOURCE =
  'const t = useTranslations("alarm");\nt("title"); t("count", { n: 1 }); t(isOn ? "state.on" : "state.off");\n';

function check(english: unknown, source = SOURCE, chinese: unknown = content) {
  const catalogues = [
    { locale: "zh-CN", namespace: "alarm", content: chinese },
    { locale: "en-US", namespace: "alarm", content: english },
  ];
  const sources = [{ path: "features/alarm/components/alarm-screen.tsx", text: source }];
  return checkMessages({ catalogues, locales: LOCALES, sources }).map(({ rule, message }) => `${rule}: ${message}`);
}

it("finds nothing to refuse in languages that agree", () => {
  expect(check(content)).toEqual([]);
});

describe("between languages", () => {
  it.each([
    ["a missing key", { ...content, title: undefined }, "not a text: alarm.title is not a text"],
    [
      "a missing key",
      { count: content.count, state: content.state },
      "missing key: alarm.title exists in another language",
    ],
    ["a key that only one has", { ...content, extra: "x" }, "missing key: alarm.extra exists in another language"],
    ["an empty text", { ...content, title: " " }, "empty text: alarm.title is empty"],
    ["a missing argument", { ...content, count: "alarms" }, "arguments: alarm.count lacks {n}, unlike zh-CN"],
    [
      "an argument by another name",
      { ...content, count: "{n} of {m}" },
      "arguments: alarm.count has {m}, unlike zh-CN",
    ],
    [
      "a tag for an argument",
      { ...content, count: "<n>x</n>" },
      "arguments: alarm.count has {n} as tag instead of value, unlike zh-CN",
    ],
    ["a malformed text", { ...content, title: "{a" }, "malformed text: alarm.title has a malformed argument"],
  ])("refuses %s", (_, english, expected) => {
    expect(check(english)).toContain(expected);
  });

  it("lets a language inflect where another does not", () => {
    expect(check({ ...content, count: "{n, plural, one {# alarm} other {# alarms}}" })).toEqual([]);
  });

  it("refuses a missing namespace and a foreign locale", () => {
    const catalogues = [
      { locale: "zh-CN", namespace: "alarm", content },
      { locale: "fr", namespace: "alarm", content },
    ];
    const sources = [{ path: "app/page.tsx", text: SOURCE }];
    const found = checkMessages({ catalogues, locales: LOCALES, sources });
    expect(found.map(({ rule, path }) => `${rule} ${path}`)).toEqual([
      "locale messages/fr/alarm.json",
      "missing namespace messages/en-US/alarm.json",
    ]);
  });
});

describe("what the code asks for", () => {
  it.each([
    ["an unknown key", 't("missing");', "unknown key: alarm.missing"],
    ["an unknown key in a choice", 't(x ? "title" : "missing");', "unknown key: alarm.missing"],
    ["an unknown key of rich text", 't.rich("missing", {});', "unknown key: alarm.missing"],
    ["an unknown namespace", 'useTranslations("alarms");', "unknown namespace: alarms"],
    [
      "an unknown namespace on the server",
      'await getTranslations({ locale, namespace: "x" });',
      "unknown namespace: x",
    ],
  ])("refuses %s", (_, call, expected) => {
    expect(check(content, SOURCE + call)).toEqual([expected]);
  });

  it("refuses an unknown key of a translator that came as an argument", () => {
    const columns = 'columns(t);\nfunction columns(t: Translator) { return [t("title"), t("on"), t("nowhere")]; }\n';
    expect(check(content, SOURCE + columns)).toEqual(["unknown key: nowhere in any namespace"]);
  });
});

describe("what nothing asks for", () => {
  const more = { ...content, left: "over" };

  it("is refused", () => {
    expect(check(more, SOURCE, more)).toEqual(["unused key: nothing asks for alarm.left"]);
  });

  it("is refused as a whole namespace", () => {
    expect(check(content, "export const a = 1;")).toHaveLength(4);
  });

  it.each([
    ["a computed key", "t(key);"],
    ["a template", "t(`le\u0024{x}`);"],
    ["a group", 't.raw("left");'],
    ["a translator handed on", "columns(t); function columns(t: Translator) { t(key); }"],
  ])("is left alone when %s could reach it", (_, call) => {
    expect(check(more, SOURCE + call, more)).toEqual([]);
  });
});
