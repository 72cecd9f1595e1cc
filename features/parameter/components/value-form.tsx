"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { useRecordForm } from "@/components/form/use-record-form";
import { createParameter, updateParameter } from "../parameter.client";
import { ContentForm, type ParameterDto } from "../parameter.schema";
import { useContentText } from "./amount";
import { ContentField } from "./content-field";

export type Customer = { id: number; name: string };

export type Rights = { create: boolean; edit: boolean; remove: boolean };

type ValueFormProps = {
  /** The platform's row. */
  parameter: ParameterDto;
  /** The customer whose own value is edited; `row` null: a new one. */
  own: { customer: Customer; row: { id: number; content: string; version: number } | null } | null;
  onClose: () => void;
  onDone: () => void;
};

/** The value of a shipped parameter, for the platform or for one customer. */
export function ValueForm({ parameter, own, onClose, onDone }: ValueFormProps) {
  const t = useTranslations("parameter");
  const { textOf } = useContentText();
  const { code, type, name, description } = parameter;
  const [content, setContent] = useState(own?.row?.content ?? parameter.content);
  const { submit, pending, issue, error } = useRecordForm({
    schema: ContentForm(code, type),
    record: own ? own.row : parameter,
    send: (values) => {
      if (!own) return updateParameter(parameter.id, values);
      if (own.row) return updateParameter(own.row.id, values);
      return createParameter({ customerId: own.customer.id, code, ...values });
    },
    onDone,
  });
  return (
    <RecordDialog
      open
      title={own ? t("form.editOf", { name, customer: own.customer.name }) : t("form.edit", { name })}
      description={description}
      submitLabel={t("form.save")}
      onClose={onClose}
      onSubmit={() => submit({ content })}
      pending={pending}
      error={error ?? issue("code")}
    >
      <ContentField
        code={code}
        type={type}
        value={content}
        onChange={setContent}
        issue={issue("content")}
        {...(own && { instead: t("form.platform", { value: textOf(parameter) }) })}
      />
    </RecordDialog>
  );
}
