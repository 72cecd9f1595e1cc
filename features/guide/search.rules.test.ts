import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { find, termsOf } from "./search.rules";

const search = (q: string, content: string, name = "") => find({ name, content }, termsOf(q));
const marked = (q: string, content: string) => {
  const { text, hits } = search(q, content)?.excerpt ?? { text: "", hits: [] };
  return hits.map(([from, to]) => text.slice(from, to));
};

describe("a search", () => {
  it.each<[string, string, string[]]>([
    ["TEMPERATURE", "The temperature rises", ["temperature"]],
    ["camara", "La cámara frigorífica", ["cámara"]],
    ["cámara", "la camara", ["camara"]],
    ["校准", "列表提前提示校准到期", ["校准"]],
    ["せんさー", "センサーの電池", ["センサー"]],
    ["ガス", "ｶﾞｽ検知器とガス検知器", ["ガス"]],
    ["ＱＲ", "the QR code", ["QR"]],
    ["wheel zoom", "Turn the wheel to zoom", ["wheel", "zoom"]],
    ["zoomed", "zoom", []],
    ["ab bc", "xabcx", ["abc"]],
  ])("for %s in %s marks %j", (q, content, hits) => expect(marked(q, content)).toEqual(hits));

  it("needs every word, in the name or in the content, and ranks those in the name", () => {
    expect(search("fridge alarm", "about the alarm", "Fridges")).toMatchObject({ rank: 1 });
    expect(search("fridge alarm", "nothing", "Alarms of fridges")).toEqual({ rank: 2 });
    expect(search("fridge alarm", "about the alarm", "Cold stores")).toBeNull();
  });

  it("shows the line around the first hit, cut where there is a blank", () => {
    const long = `${"before ".repeat(20)}needle${" behind".repeat(40)}\nanother line`;
    const { excerpt } = search("needle", long) ?? {};
    expect(excerpt?.text).toMatch(/^…before before .*needle behind.*…$/);
    expect(excerpt?.text.length).toBeLessThan(140);
    expect(search("line", long)?.excerpt).toEqual({ text: "another line", hits: [[8, 12]] });
  });

  it("marks what lies in the text, whatever is searched for", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme", minLength: 1 }), (content, q) => {
        const { text = "", hits = [] } = search(q, content)?.excerpt ?? {};
        let last = 0;
        for (const [from, to] of hits) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(to).toBeLessThanOrEqual(text.length);
          last = to;
        }
      }),
    );
  });
});
