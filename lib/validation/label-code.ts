/** A valid code: letters, digits, underscores and hyphens. */
const CODE = /^[A-Za-z0-9][\w-]*$/;

/** The code on a printed label: the part of a URL or of `SN:…` lines that is a valid code; else the text. */
export function codeOfLabel(text: string): string {
  const trimmed = text.trim();
  const named = /(?:^|[\s;,?&/])(?:SN|S\/N|serial(?:number)?|mac|dev_?eui)\s*[:=]\s*([\w:.-]+)/i.exec(trimmed)?.[1];
  if (named) return named;
  if (CODE.test(trimmed)) return trimmed;
  const last = trimmed.split(/[/?=&\s]/).findLast((part) => part !== "");
  return last && CODE.test(last) ? last : trimmed;
}
