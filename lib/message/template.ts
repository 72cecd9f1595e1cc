/** A message to a gateway: number, text, a key that is equal for repetitions, and the code for replies. */
export type TextMessage = { to: string; text: string; key: string; code: string };

/** The body for a gateway without its own template. */
export const PLAIN_TEMPLATE = '{"to":"{{to}}","text":"{{text}}","key":"{{key}}"}';

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;
const FIELDS = ["to", "text", "key", "code"] as const satisfies readonly (keyof TextMessage)[];
const SAMPLE: TextMessage = { to: "+8613900000000", text: 'a "quoted"\nline', key: "k", code: "7K" };

const isJson = (template: string) => /^\s*[{[]/.test(template);

/**
 * The body and content type of a request: a template that begins with a brace or bracket is JSON, any other a form
 * (`To={{to}}&Body={{text}}`). Values are escaped accordingly.
 */
export function fillTemplate(template: string, message: TextMessage): { contentType: string; body: string } {
  const asJson = isJson(template);
  const escaped = asJson ? (value: string) => JSON.stringify(value).slice(1, -1) : encodeURIComponent;
  const body = template.replace(PLACE, (_, name: keyof TextMessage) => escaped((message[name] ?? "").toWellFormed()));
  return { contentType: asJson ? "application/json" : "application/x-www-form-urlencoded", body };
}

/** The fault of a template: it must name number and text, nothing unknown, and be JSON if it looks like it; or null. */
export function templateFault(template: string): string | null {
  const names = [...template.matchAll(PLACE)].map(([, name]) => name as string);
  const unknown = names.find((name) => !FIELDS.some((field) => field === name));
  if (unknown) return `knows {{to}}, {{text}}, {{key}} and {{code}}, not {{${unknown}}}`;
  if (!names.includes("to") || !names.includes("text")) return "must hold {{to}} and {{text}}";
  if (!isJson(template)) return null;
  try {
    JSON.parse(fillTemplate(template, SAMPLE).body);
    return null;
  } catch {
    return 'is not JSON once it is filled in: quote what is text, as in {"to":"{{to}}"}';
  }
}
