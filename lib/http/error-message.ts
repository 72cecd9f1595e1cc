import { createTranslator } from "use-intl/core";
import type { ErrorCode, FieldChange, Issue } from "@/lib/errors";
import { type ErrorTexts, issueText } from "@/lib/i18n/issue-text";
import { loadMessages } from "@/lib/i18n/load-messages";
import type { Locale } from "@/lib/i18n/routing";

type Texts = ((key: string, values?: Record<string, string>) => string) & { has: (key: string) => boolean };

/** Ends a text with a full stop: short rules such as "Required" have none, and several are joined here. */
const sentence = (text: string, locale: Locale): string =>
  /[.。]$/.test(text) ? text : `${text}${locale === "zh-CN" || locale === "ja" ? "。" : "."}`;

/** Asks for a name of a field: the last one in a path that is no number. */
const nameIn = (path: string) => path.split(".").findLast((part) => !/^\d*$/.test(part));
/** One record of several that were chosen: its rule says enough, and the path which one it is. */
const isChosen = (path: string) => /^ids\.\d+$/.test(path);

/**
 * What `state.msg` says of a refusal in the caller's language: each field with its rule, else the text of the error.
 * A field that has no label keeps the name it has in the call. `isSender`: the caller is a device or a provider, which
 * has no session and no page.
 */
export async function errorMessage(
  code: ErrorCode,
  issues: readonly Issue[],
  locale: Locale,
  isSender = false,
): Promise<string> {
  const messages = await loadMessages(locale);
  const texts = (namespace: string) =>
    createTranslator({ locale, messages, namespace: namespace as never }) as unknown as Texts;
  const [t, field] = [texts("error"), texts("audit.field")];
  // In the audit trail, `ids` are records in their order.
  const labelOf = (name: string) => (name === "ids" ? t("selection") : field.has(name) ? field(name) : name);
  const said = issues.map((issue) => {
    const rule = issueText(t as unknown as ErrorTexts, issue, locale);
    const name = isChosen(issue.path) ? undefined : nameIn(issue.path);
    return sentence(name ? t("field", { field: labelOf(name), rule }) : rule, locale);
  });
  if (said.length > 0) return said.join(" ");
  return isSender && t.has(`sender.${code}`) ? t(`sender.${code}`) : t(code);
}

/** Names the fields that somebody else changed in the caller's language. */
export async function labelled(changes: readonly FieldChange[], locale: Locale): Promise<FieldChange[]> {
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "audit.field" as never }) as unknown as Texts;
  return changes.map((change) => (t.has(change.field) ? { ...change, label: t(change.field) } : change));
}
