import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Block, type Inline, parseInline, parseMarkdown, plainText, targetOf } from "./markdown.rules";

const text = (words: string): Inline => ({ kind: "text", text: words });

describe("the blocks of a text", () => {
  it("are headings, paragraphs, lists and notes", () => {
    const blocks = parseMarkdown(
      "# One\n### Deep\r\nFirst line\nsecond line\n\n- a\n- b\n  goes on\n1. x\n2) y\n> mind\n> this\n\nlast",
    );
    expect(blocks).toEqual([
      { kind: "heading", level: 3, parts: [text("One")] },
      { kind: "heading", level: 4, parts: [text("Deep")] },
      { kind: "paragraph", parts: [text("First line second line")] },
      { kind: "list", isOrdered: false, items: [[text("a")], [text("b goes on")]] },
      { kind: "list", isOrdered: true, items: [[text("x")], [text("y")]] },
      { kind: "note", parts: [text("mind this")] },
      { kind: "paragraph", parts: [text("last")] },
    ] satisfies Block[]);
  });

  it("are joined without a blank where the script has none", () => {
    expect(plainText("温度过高，\n请处理")).toBe("温度过高，请处理");
    expect(plainText("警報が\n出ます")).toBe("警報が出ます");
  });
});

describe("the signs in a line", () => {
  it.each<[string, Inline[]]>([
    [
      "**a** *b* `c*d`",
      [
        { kind: "strong", parts: [text("a")] },
        text(" "),
        { kind: "em", parts: [text("b")] },
        text(" "),
        { kind: "code", text: "c*d" },
      ],
    ],
    ["{above|Too warm}", [{ kind: "mark", tone: "above", text: "Too warm" }]],
    ["{purple|x} {above|} {above", [text("{purple|x} {above|} {above")]],
    ["2 * 3 * 4 and ** open", [text("2 * 3 * 4 and ** open")]],
    ["\\*plain\\* \\{above|x}", [text("*plain* {above|x}")]],
    ["[go](/home)", [{ kind: "link", to: { kind: "screen", href: "/home" }, parts: [text("go")] }]],
    ["[go](#alarm_triggers)", [{ kind: "link", to: { kind: "topic", href: "alarm_triggers" }, parts: [text("go")] }]],
  ])("%s", (line, parts) => expect(parseInline(line)).toEqual(parts));
});

describe("a link leads", () => {
  it.each([
    ["/abnormal/dataex?state=open", "screen"],
    ["#first_steps", "topic"],
    ["https://example.com/a?b=c", "web"],
  ])("%s to a %s", (href, kind) => expect(targetOf(href)?.kind).toBe(kind));

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "http://example.com",
    "//evil.example",
    "/\\evil.example",
    "/home/../service/user/logout",
    "/service/user/logout",
    "/nowhere",
    "https://user:password@example.com",
    "https://",
    "https://a b",
    "https://exa\u0000mple.com",
    '/home"onmouseover=alert(1)',
    "/home?q=<b>",
    "#a b",
    "# ",
    "",
  ])("nowhere from %j", (href) => {
    expect(targetOf(href)).toBeNull();
    // The words of the link remain.
    expect(JSON.stringify(parseInline(`[words](${href})`))).not.toContain('"link"');
  });
});

describe("what is hostile", () => {
  it.each([
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "<a href='javascript:alert(1)'>x</a>",
    "&lt;b&gt; &#106;avascript",
    "<!-- x --><style>body{display:none}</style>",
  ])("%s is text, letter by letter", (hostile) =>
    expect(parseMarkdown(hostile)).toEqual([{ kind: "paragraph", parts: [text(hostile)] }]),
  );

  it("knows no pictures from elsewhere", () => {
    expect(plainText("![x](https://example.com/x.png)")).toBe("!x");
  });

  it("takes time in proportion to its length, however it is nested", () => {
    for (const sign of ["*", "**", "[", "[a](", "`", "{", "{above|", "> ", "- ", "#", "\\", "](", "*a **b "]) {
      const began = performance.now();
      parseMarkdown(sign.repeat(20_000 / sign.length));
      expect(performance.now() - began, sign).toBeLessThan(20_000);
    }
  });

  it("never throws, loses no letter of plain words, and yields none but the known kinds", () => {
    const kinds = /^(text|strong|em|code|mark|link|heading|paragraph|note|list|screen|topic|web)$/;
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom("*", "**", "`", "[", "](", ")", "{above|", "}", "\n", "- ", "> ", "# ", "\\"),
            fc.string(),
          ),
        ),
        (parts) => {
          const found = JSON.stringify(parseMarkdown(parts.join(""))).matchAll(/"kind":"(\w+)"/g);
          for (const [, kind] of found) expect(kind).toMatch(kinds);
        },
      ),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z]+$/), (word) => {
        expect(plainText(`**${word}**`)).toBe(word);
      }),
    );
  });
});
