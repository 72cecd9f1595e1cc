import { describe, expect, it } from "vitest";
import { EXPLAINABLE } from "@/features/guide/guide.rules";
import { GuideInput } from "@/features/guide/guide.schema";
import { type Inline, parseMarkdown } from "@/features/guide/markdown.rules";
import { readReply } from "@/features/notice/reply/text.rules";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALES } from "@/lib/i18n/routing";
import { SHIPPED } from "./guide/chapters";
import { GUIDE_TEXTS } from "./guide/shipped";

const ROUTES: readonly string[] = Object.values(SHIPPED).flatMap((topics) => Object.values(topics).flat());
const CODES = Object.values(SHIPPED).flatMap((topics) => Object.keys(topics));

const inlines = (parts: readonly Inline[]): Inline[] =>
  parts.flatMap((part) => ("parts" in part ? [part, ...inlines(part.parts)] : [part]));

const partsOf = (content: string): Inline[] =>
  parseMarkdown(content)
    .flatMap((block) => (block.kind === "list" ? block.items.flat() : block.parts))
    .flatMap((part) => inlines([part]));

describe("the help that ships", () => {
  it("explains every screen that somebody signed in can be on, each once", () => {
    const open = EXPLAINABLE.map(({ path }) => path).filter((path) => !ROUTES.includes(path));
    expect(open).toEqual([]);
    expect(new Set(ROUTES).size).toBe(ROUTES.length);
    expect(new Set(CODES).size).toBe(CODES.length);
  });

  it.each(LOCALES)("is a proper input in %s, whose links and states are understood", (locale) => {
    for (const [code, [name, content]] of Object.entries(GUIDE_TEXTS[locale].topics)) {
      GuideInput.parse({ groupId: 1, code, texts: { [locale]: { name, content } } });
      const parts = partsOf(content);
      const links = parts.flatMap((part) => (part.kind === "link" ? [part.to] : []));
      expect(links.length, code).toBe(content.match(/\]\(/g)?.length ?? 0);
      for (const { kind, href } of links) if (kind === "topic") expect(CODES, code).toContain(href);
      expect(parts.filter(({ kind }) => kind === "mark").length, code).toBe(content.match(/\{\w+\|/g)?.length ?? 0);
      // Markup left in a text part was not parsed.
      for (const part of parts) if (part.kind === "text") expect(part.text, code).not.toMatch(/\*\*|\]\(|\{\w+\|/);
    }
  });

  it.each(LOCALES)("names every channel where it lists them: %s", async (locale) => {
    const { "notice-log": log } = (await loadMessages(locale)) as { "notice-log": { channel: Record<string, string> } };
    for (const topic of ["contacts", "notice_log", "notice_channels"] as const)
      for (const channel of Object.values(log.channel))
        expect(GUIDE_TEXTS[locale].topics[topic][1].toLowerCase(), topic).toContain(channel.toLowerCase());
  });

  it.each(LOCALES)("gives a reply in the form in which it is read: %s", (locale) => {
    const examples = partsOf(GUIDE_TEXTS[locale].topics.contacts[1]).filter(({ kind }) => kind === "code");
    expect(examples).toHaveLength(1);
    for (const example of examples)
      expect(example.kind === "code" && readReply(example.text)).toEqual({ code: "7K", pin: "4711" });
  });

  it("says the same in each language, by its parts", () => {
    const [first, ...others] = LOCALES.map((locale) =>
      Object.entries(GUIDE_TEXTS[locale].topics).map(([code, [, content]]) => {
        const links = partsOf(content).flatMap((part) => (part.kind === "link" ? [part.to.href] : []));
        const shape = parseMarkdown(content).map((block) => (block.kind === "list" ? block.items.length : block.kind));
        return { code, links: links.sort(), shape };
      }),
    );
    for (const other of others) expect(other).toEqual(first);
  });
});
