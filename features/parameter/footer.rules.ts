/**
 * Prefix of custom parameters that the console's footer shows, if set: the filing with the public security organs, and
 * the company's credential, which may differ by language (`footer_credential_en`). `…_url` turns a text into a link.
 */
export const FOOTER_PREFIX = "footer_";

export type FooterBadge = { kind: "filing" | "credential"; text: string; url: string | null };

/** The language suffixes of codes. */
const LANGUAGE: Record<string, string> = { "zh-CN": "zh", "en-US": "en", es: "es", ja: "ja" };

/** An HTTP or HTTPS URL; null for anything else. */
function webAddress(text: string | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  return ["http:", "https:"].includes(new URL(text).protocol) ? text : null;
}

/** The badges defined by the parameters for a locale; one without a text is not shown. */
export function footerBadges(contents: Readonly<Record<string, string>>, locale: string): FooterBadge[] {
  const named = (code: string) => [`${code}_${LANGUAGE[locale] ?? locale}`, code].find((one) => contents[one]?.trim());
  return (["filing", "credential"] as const).flatMap((kind) => {
    const code = named(`${FOOTER_PREFIX}${kind}`);
    const text = code && contents[code]?.trim();
    return text ? [{ kind, text, url: webAddress(contents[`${code}_url`]?.trim()) }] : [];
  });
}
