/**
 * Parameters of the installation's own that the foot of the console shows, where there are any: the filing with the
 * public security organs, and the credential of the company, which may differ by language (`footer_credential_en`).
 * `…_url` makes a link of a text.
 */
export const FOOTER_PREFIX = "footer_";

export type FooterBadge = { kind: "filing" | "credential"; text: string; url: string | null };

/** The parts of codes that name a language. */
const LANGUAGE: Record<string, string> = { "zh-CN": "zh", "en-US": "en", es: "es", ja: "ja" };

/** A web address by http or https; null for anything else that somebody wrote. */
function webAddress(text: string | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  return ["http:", "https:"].includes(new URL(text).protocol) ? text : null;
}

/** The badges that parameters by code ask for in a language; one without a text is not shown. */
export function footerBadges(contents: Readonly<Record<string, string>>, locale: string): FooterBadge[] {
  const named = (code: string) => [`${code}_${LANGUAGE[locale] ?? locale}`, code].find((one) => contents[one]?.trim());
  return (["filing", "credential"] as const).flatMap((kind) => {
    const code = named(`${FOOTER_PREFIX}${kind}`);
    const text = code && contents[code]?.trim();
    return text ? [{ kind, text, url: webAddress(contents[`${code}_url`]?.trim()) }] : [];
  });
}
