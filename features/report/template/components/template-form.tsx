"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Select } from "@/components/ui/select";
import { REPORT_PERIODS } from "@/db/enums";
import { CarriersSelect } from "../../components/carriers-select";
import { HeadFields, ShapeFields, useShape } from "../../components/shape-fields";
import type { ReportChoiceDto } from "../../report.schema";
import { REPORT_TYPE_RULES, TEMPLATE_TYPES } from "../../sections.rules";
import { saveTemplate } from "../template.client";
import { TemplateInput, type TemplateRowDto } from "../template.schema";

const idsOf = (choices: readonly ReportChoiceDto[], kind: "carrier" | "place") =>
  choices.flatMap(({ key }) => {
    const [which, id] = key.split(" ");
    return which === kind ? [Number(id)] : [];
  });

/** The form of a template: what is reported on, and for which period. */
export function TemplateForm({ record: template, onClose, onSaved }: RecordFormProps<TemplateRowDto>) {
  const t = useTranslations("report");
  const state = useShape(template);
  const [choices, setChoices] = useState<readonly ReportChoiceDto[]>(template?.choices ?? []);
  const form = useRecordForm({
    schema: TemplateInput,
    record: template,
    send: (values) => saveTemplate(template?.id ?? null, values),
    onDone: (saved) => onSaved({ ...saved, customerName: "", choices: [...choices], reports: template?.reports ?? 0 }),
  });
  const { type, sections, locales, signatures } = state.shape;
  return (
    <RecordDialog
      shape="sheet"
      title={template ? t("template.edit") : t("template.new")}
      onClose={onClose}
      onSubmit={(data) =>
        void form.submit({
          ...{ type, sections: [...sections], locales: [...locales], signatures: [...signatures] },
          ...{ name: data.get("name"), period: data.get("period") },
          ...{ carrierIds: idsOf(choices, "carrier"), sceneIds: idsOf(choices, "place") },
        })
      }
      pending={form.pending}
      error={form.error}
    >
      <div className="flex flex-col gap-4">
        <HeadFields state={state} form={form} name={template?.name} types={TEMPLATE_TYPES} />
        <Field
          label={t("form.carriers")}
          hint={t(REPORT_TYPE_RULES[type].about === "lots" ? "template.lotsHint" : "template.carriersHint")}
          issue={form.issue("carrierIds") ?? form.issue("sceneIds")}
          required
        >
          {(control) => (
            <CarriersSelect
              control={{ ...control, "aria-label": t("form.carriers") }}
              value={choices}
              onChange={setChoices}
            />
          )}
        </Field>
        <Field label={t("template.period")} hint={t("template.periodHint")} issue={form.issue("period")} required>
          {(control) => (
            <Select {...control} name="period" defaultValue={template?.period ?? "lastMonth"}>
              {REPORT_PERIODS.map((one) => (
                <option key={one} value={one}>
                  {t(`period.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <ShapeFields state={state} form={form} />
      </div>
    </RecordDialog>
  );
}
