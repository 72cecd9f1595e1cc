"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { SegmentedControl } from "@/components/form/segmented-control";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { ToneIcon } from "@/components/value/tone-icon";
import { LOCALE_NAMES, LOCALES, type Locale } from "@/lib/i18n/routing";
import type { ByLanguage, GuideText as Text } from "../guide.rules";
import { CONTENT_LENGTH } from "../guide.schema";
import { GuideText } from "./guide-text";

type LanguageTextsProps = {
  /** Language shown first. */
  initial: Locale;
  texts: ByLanguage<Text>;
  issue: (path: string) => string | undefined;
  onChange: (language: Locale, text: Text) => void;
};

const NOTHING: Text = { name: "", content: "" };
const isWritten = ({ name, content }: Text = NOTHING): boolean => name.trim() !== "" || content.trim() !== "";

/** Name and content of a topic by language, with a preview. */
export function LanguageTexts({ initial, texts, issue, onChange }: LanguageTextsProps) {
  const t = useTranslations("guide");
  const [language, setLanguage] = useState(initial);
  const text = texts[language] ?? NOTHING;
  // Issues of all languages are requested, so that those of hidden languages are not lost.
  const issues = LOCALES.map((one) => [issue(`texts.${one}.name`), issue(`texts.${one}.content`)] as const);
  const [nameIssue, contentIssue] = issues[LOCALES.indexOf(language)] ?? [];
  const none = issue("name");
  return (
    <div className="flex flex-col gap-4 border-t pt-4">
      <SegmentedControl
        name="language"
        label={t("form.language")}
        value={language}
        onValueChange={setLanguage}
        className="max-sm:overflow-x-auto"
        options={LOCALES.map((one, index) => ({
          value: one,
          label: (
            <>
              {issues[index]?.some(Boolean) && <ToneIcon tone="critical" className="size-3.5" />}
              <span className={cn(!isWritten(texts[one]) && "font-normal italic")}>{LOCALE_NAMES[one]}</span>
              {!isWritten(texts[one]) && <span className="sr-only">{t("form.unwritten")}</span>}
            </>
          ),
        }))}
      />
      <Field label={t("field.name")} issue={nameIssue ?? (none && t("form.noName"))} required>
        {(control) => (
          <Input
            {...control}
            lang={language}
            maxLength={80}
            autoComplete="off"
            value={text.name}
            onChange={(event) => onChange(language, { ...text, name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("field.content")} hint={t("form.contentHint")} issue={contentIssue}>
        {(control) => (
          <Textarea
            {...control}
            lang={language}
            maxLength={CONTENT_LENGTH}
            value={text.content}
            onChange={(event) => onChange(language, { ...text, content: event.target.value })}
            className="min-h-48 font-mono text-sm"
          />
        )}
      </Field>
      {text.content.trim() !== "" && (
        <section aria-label={t("form.preview")} className="flex flex-col gap-2">
          <h3 className="font-medium text-sm">{t("form.preview")}</h3>
          <div lang={language} className="rounded-md border bg-background p-4">
            <GuideText text={text.content} />
          </div>
        </section>
      )}
    </div>
  );
}
