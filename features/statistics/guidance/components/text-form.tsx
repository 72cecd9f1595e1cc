"use client";

import { useLocale, useTranslations } from "next-intl";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { TextareaField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import type { ExceptionType } from "@/db/enums";
import { saveText } from "../guidance.client";
import { GUIDANCE_TEXT_LENGTH, GuidanceTextInput } from "../guidance.schema";

type TextFormProps = {
  type: ExceptionType;
  /** The platform's text; empty: the shipped one applies. */
  own: string;
  shipped: string;
  onClose: () => void;
  onSaved: () => void;
};

/** Changes the text of a type in the reader's language; left empty, the shipped one applies again. */
export function TextForm({ type, own, shipped, onClose, onSaved }: TextFormProps) {
  const t = useTranslations("guidance");
  const tType = useTranslations("exception.type");
  const locale = useLocale();
  const form = useRecordForm({ schema: GuidanceTextInput, send: (values) => saveText(values), onDone: onSaved });
  return (
    <RecordDialog
      onClose={onClose}
      title={t("editText", { type: tType(type) })}
      onSubmit={(data) => form.submit({ type, locale, content: data.get("content") })}
      pending={form.pending}
      error={form.error}
    >
      <FormGrid>
        <TextareaField
          form={form}
          name="content"
          label={t("textLabel")}
          hint={t("textHint")}
          rows={8}
          maxLength={GUIDANCE_TEXT_LENGTH}
          className={spanBoth}
          defaultValue={own}
          placeholder={shipped}
        />
      </FormGrid>
    </RecordDialog>
  );
}
