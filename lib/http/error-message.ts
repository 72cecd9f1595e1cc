import { createTranslator } from "use-intl/core";
import type { ErrorCode, FieldChange, Issue } from "@/lib/errors";
import { type ErrorTexts, issueText } from "@/lib/i18n/issue-text";
import { loadMessages } from "@/lib/i18n/load-messages";
import type { Locale } from "@/lib/i18n/routing";

type Texts = ((key: string, values?: Record<string, string>) => string) & { has: (key: string) => boolean };

/** Ends a text with a full stop: short rules such as "Required" have none, and several are joined here. */
const sentence = (text: string, locale: Locale): string =>
  /[.。]$/.test(text) ? text : `${text}${locale === "zh-CN" || locale === "ja" ? "。" : "."}`;

/**
 * What `state.msg` says of a refusal in the caller's language: each field with its rule, else the text of the error.
 * A field that has no label keeps the name it has in the call; a record of several, of which `ids` has the place, has
 * none.
 */
export async function errorMessage(code: ErrorCode, issues: readonly Issue[], locale: Locale): Promise<string> {
  const messages = await loadMessages(locale);
  const texts = (namespace: string) =>
    createTranslator({ locale, messages, namespace: namespace as never }) as unknown as Texts;
  const [t, field] = [texts("error"), texts("audit.field")];
  const said = issues.map((issue) => {
    const rule = issueText(t as unknown as ErrorTexts, issue, locale);
    const name = issue.path.split(".").findLast((part) => !/^(?:\d*|ids)$/.test(part));
    return sentence(name ? t("field", { field: field.has(name) ? field(name) : name, rule }) : rule, locale);
  });
  return said.length > 0 ? said.join(" ") : t(code);
}

/** Names the fields that somebody else changed in the caller's language. */
export async function labelled(changes: readonly FieldChange[], locale: Locale): Promise<FieldChange[]> {
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "audit.field" as never }) as unknown as Texts;
  return changes.map((change) => (t.has(change.field) ? { ...change, label: t(change.field) } : change));
}
