import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillTemplate, PLAIN_TEMPLATE, templateFault } from "./template";

const message = { to: "+86 139", text: 'Too warm: 9 °C & "rising"\nDoor open', key: "exception:7:1", code: "7K" };

describe("a gateway's template", () => {
  it("is JSON with the values escaped where it begins with a brace", () => {
    const { contentType, body } = fillTemplate('{"phones":["{{to}}"],"content":"Frostline: {{ text }}"}', message);
    expect(contentType).toBe("application/json");
    expect(JSON.parse(body)).toEqual({ phones: ["+86 139"], content: `Frostline: ${message.text}` });
  });

  it("is a form otherwise", () => {
    const { contentType, body } = fillTemplate("To={{to}}&Body={{text}}&StatusCallback=", message);
    expect(contentType).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      To: message.to,
      Body: message.text,
      StatusCallback: "",
    });
  });

  it("carries any text whole, and a placeholder within the text stays text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const filled = { ...message, text };
        expect(JSON.parse(fillTemplate(PLAIN_TEMPLATE, filled).body)).toEqual({
          to: filled.to,
          text: filled.text,
          key: filled.key,
        });
        expect(new URLSearchParams(fillTemplate("a={{text}}&b={{to}}", filled).body).get("a")).toBe(text);
      }),
    );
    expect(JSON.parse(fillTemplate(PLAIN_TEMPLATE, { ...message, text: "{{to}} $& $1" }).body).text).toBe(
      "{{to}} $& $1",
    );
  });

  it.each([
    [PLAIN_TEMPLATE, null],
    ["To={{to}}&Body={{text}}", null],
    ['{"to":"{{to}}"}', "must hold {{to}} and {{text}}"],
    ["Body={{text}}", "must hold {{to}} and {{text}}"],
    ["To={{to}}&Body={{body}}", "knows {{to}}, {{text}}, {{key}} and {{code}}, not {{body}}"],
    ['{"to":{{to}},"text":{{text}}}', expect.stringContaining("is not JSON")],
  ])("%s is judged", (template, fault) => {
    expect(templateFault(template)).toEqual(fault);
  });
});
