"use client";

import { useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormSection } from "@/components/form/form-layout";
import { InputField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/routing";
import { saveGroup } from "../guide.client";
import { type GuideGroupDto, GuideGroupInput } from "../guide.schema";

type ChapterFormProps = { group: GuideGroupDto | null; onClose: () => void; onSaved: (name: string) => void };

/** Form of a chapter: its code, and its name in at least one language. */
export function ChapterForm({ group, onClose, onSaved }: ChapterFormProps) {
  const t = useTranslations("guide");
  const form = useRecordForm({
    schema: GuideGroupInput,
    record: group,
    send: (values) => saveGroup(group?.id ?? null, values),
    onDone: ({ name }) => onSaved(name),
  });
  const isFixed = group?.isShipped ?? false;

  const submit = (data: FormData) => {
    const names = LOCALES.map((locale) => [locale, String(data.get(`names.${locale}`) ?? "").trim()] as const);
    form.submit({
      // Browsers do not submit disabled fields.
      code: isFixed ? group?.code : data.get("code"),
      status: group?.status ?? "enabled",
      names: Object.fromEntries(names.filter(([, name]) => name !== "")),
    });
  };
  const none = form.issue("name");
  return (
    <RecordDialog
      onClose={onClose}
      title={group ? t("form.editChapter") : t("form.newChapter")}
      onSubmit={submit}
      pending={form.pending}
      error={form.error ?? (none && t("form.noName"))}
    >
      <div className="flex flex-col gap-4">
        <InputField
          form={form}
          name="code"
          label={t("field.code")}
          hint={isFixed ? t("form.fixedCode") : t("form.codeHint")}
          required
          maxLength={50}
          autoComplete="off"
          spellCheck={false}
          defaultValue={group?.code}
          disabled={isFixed}
        />
        <FormSection title={t("field.name")} hint={t("form.nameHint")}>
          <div className="flex flex-col gap-3">
            {LOCALES.map((locale) => (
              <InputField
                key={locale}
                form={form}
                name={`names.${locale}`}
                label={LOCALE_NAMES[locale]}
                maxLength={80}
                lang={locale}
                autoComplete="off"
                defaultValue={group?.names[locale]}
              />
            ))}
          </div>
        </FormSection>
      </div>
    </RecordDialog>
  );
}
