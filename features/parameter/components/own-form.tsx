"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { PARAMETER_TYPES, type ParameterType } from "@/db/enums";
import { createParameter, updateParameter } from "../parameter.client";
import { ParameterInput, type ParameterLine } from "../parameter.schema";
import { ContentField } from "./content-field";

type OwnFormProps = {
  /** Null for a new parameter. */
  line: ParameterLine | null;
  onClose: () => void;
  onDone: (name: string) => void;
};

/** A custom parameter of the installation. */
export function OwnForm({ line, onClose, onDone }: OwnFormProps) {
  const t = useTranslations("parameter");
  const [type, setType] = useState<ParameterType>(line?.type ?? "text");
  const [content, setContent] = useState(line?.content ?? "");
  const { submit, pending, issue, error } = useRecordForm({
    schema: ParameterInput,
    record: line,
    send: ({ customerId: _, ...values }) => (line ? updateParameter(line.id, values) : createParameter(values)),
    onDone: ({ name }) => onDone(name),
  });
  const onType = (next: ParameterType) => {
    setType(next);
    // The select always shows one of the two options, so the shown one must also be submitted.
    if (next === "boolean" && content !== "false") setContent("true");
  };
  return (
    <RecordDialog
      open
      title={line ? t("form.edit", { name: line.name }) : t("form.create")}
      submitLabel={t(line ? "form.save" : "form.createIt")}
      onClose={onClose}
      onSubmit={(form) =>
        submit({
          code: form.get("code"),
          name: form.get("name"),
          description: form.get("description"),
          type,
          content,
        })
      }
      pending={pending}
      error={error}
    >
      <div className="flex flex-col gap-4">
        <Field label={t("form.name")} issue={issue("name")} required>
          {(control) => <Input {...control} name="name" maxLength={30} autoComplete="off" defaultValue={line?.name} />}
        </Field>
        <Field label={t("form.code")} hint={t("form.codeHint")} issue={issue("code")} required>
          {(control) => (
            <Input
              {...control}
              name="code"
              maxLength={50}
              autoComplete="off"
              spellCheck={false}
              defaultValue={line?.code}
            />
          )}
        </Field>
        <Field label={t("form.type")} issue={issue("type")} required>
          {(control) => (
            <Select
              {...control}
              name="type"
              value={type}
              onChange={(event) => onType(event.target.value as ParameterType)}
            >
              {PARAMETER_TYPES.map((one) => (
                <option key={one} value={one}>
                  {t(`type.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <ContentField code="" type={type} value={content} onChange={setContent} issue={issue("content")} />
        <Field label={t("form.description")} issue={issue("description")}>
          {(control) => <Textarea {...control} name="description" maxLength={250} defaultValue={line?.description} />}
        </Field>
      </div>
    </RecordDialog>
  );
}
