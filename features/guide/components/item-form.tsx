"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { MultiSelect } from "@/components/form/multi-select";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { DEFAULT_LOCALE, type Locale, toLocale } from "@/lib/i18n/routing";
import { saveItem } from "../guide.client";
import { EXPLAINABLE, type GuideText } from "../guide.rules";
import { type GuideDto, type GuideGroupDto, GuideInput } from "../guide.schema";
import { LanguageTexts } from "./language-texts";

/** A chapter and its number of topics. */
export type CountedGroup = GuideGroupDto & { count: number };

type ItemFormProps = {
  item: GuideDto | null;
  groupId: number;
  groups: readonly CountedGroup[];
  onClose: () => void;
  onSaved: (name: string) => void;
};

/** Form of a topic: its chapter, the screens that it explains, and its text in at least one language. */
export function ItemForm({ item, groupId, groups, onClose, onSaved }: ItemFormProps) {
  const t = useTranslations("guide");
  const tShell = useTranslations("shell.menu");
  const locale = toLocale(useLocale()) ?? DEFAULT_LOCALE;
  const [texts, setTexts] = useState<Partial<Record<Locale, GuideText>>>(item?.texts ?? {});
  const [routes, setRoutes] = useState<readonly string[]>(item?.routes ?? []);
  const [query, setQuery] = useState("");
  const form = useRecordForm({
    schema: GuideInput,
    record: item,
    send: (values) => saveItem(item?.id ?? null, values),
    onDone: ({ name }) => onSaved(name),
  });
  const isFixed = item?.isShipped ?? false;

  const submit = (data: FormData) => {
    const written = Object.entries(texts).filter(
      ([, { name, content }]) => name.trim() !== "" || content.trim() !== "",
    );
    form.submit({
      groupId: data.get("groupId"),
      // Browsers do not submit disabled fields.
      code: isFixed ? item?.code : data.get("code"),
      status: item?.status ?? "enabled",
      routes: [...routes],
      texts: Object.fromEntries(written),
    });
  };
  const options = EXPLAINABLE.map(({ path, title }) => ({ value: path, label: tShell(title as never), hint: path }));
  const wanted = query.trim().toLocaleLowerCase();
  const offered = options.filter(({ label, hint }) => `${label} ${hint}`.toLocaleLowerCase().includes(wanted));
  return (
    <RecordDialog
      shape="sheet"
      onClose={onClose}
      title={item ? t("form.editTopic") : t("form.newTopic")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        <SelectField
          form={form}
          name="groupId"
          label={t("field.groupId")}
          required
          defaultValue={item?.groupId ?? groupId}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <InputField
          form={form}
          name="code"
          label={t("field.code")}
          hint={isFixed ? t("form.fixedCode") : t("form.topicCodeHint")}
          required
          maxLength={50}
          autoComplete="off"
          spellCheck={false}
          defaultValue={item?.code}
          disabled={isFixed}
        />
        <Field label={t("field.routes")} hint={t("form.routesHint")} issue={form.issue("routes")} className={spanBoth}>
          {(control) => (
            <MultiSelect
              control={control}
              value={routes.flatMap((path) => options.find(({ value }) => value === path) ?? [])}
              onChange={(chosen) => setRoutes(chosen.map(({ value }) => value))}
              options={offered}
              query={query}
              onQuery={setQuery}
              texts={{
                placeholder: t("form.routesSearch"),
                none: t("form.routesNone"),
                remove: (name) => t("form.routesRemove", { name }),
              }}
            />
          )}
        </Field>
        <div className={spanBoth}>
          <LanguageTexts
            initial={item?.language ?? locale}
            texts={texts}
            issue={form.issue}
            onChange={(language, text) => setTexts((before) => ({ ...before, [language]: text }))}
          />
        </div>
      </FormGrid>
    </RecordDialog>
  );
}
