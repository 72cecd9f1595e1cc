"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { RecordSelect } from "@/components/form/record-select";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { BEARING_TYPES, CARRIER_WORK_MODES } from "@/db/carrier-enums";
import { zonesOf } from "../../carrier.client";
import { DESCRIPTION_LENGTH } from "../../carrier.rules";
import { MODES } from "../../carrier.schema";
import type { NamedChoice, ZoneChoiceDto } from "../../choice.schema";
import { useLimits } from "../../components/monitoring-fields";
import { useBatch } from "../client";
import { type BatchDialogProps, BatchForm } from "./batch-dialog";

type EditDialogProps = BatchDialogProps & { types: readonly NamedChoice[] };

const RANGES = ["temperature", "humidity"] as const;
const FLAGS = ["isTraceable", "isGpsOn"] as const;

/** Edits the fields that the selected carriers have in common. An empty field leaves each carrier's value unchanged. */
export function EditDialog({ types, ...props }: EditDialogProps) {
  const t = useTranslations("carrier");
  const batch = useBatch(props.rows, "");
  const limitsOf = useLimits();
  const [describes, setDescribes] = useState(false);
  const [{ customerId }] = props.rows;
  const asIs = <option value="">{t("batch.edit.asIs")}</option>;
  const bodyOf = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? "");
    const flag = (name: string) => (text(name) === "" ? undefined : text(name) === "1");
    const zones = zonesOf(form);
    const finer = text("carrierTypeId");
    const bearing = text("bearingType");
    return {
      mode: text("mode") || undefined,
      workMode: text("workMode") || undefined,
      bearingType: bearing === "" ? undefined : bearing === "none" ? null : bearing,
      isTraceable: flag("isTraceable"),
      isGpsOn: flag("isGpsOn"),
      carrierTypeId: finer === "" ? undefined : finer === "none" ? null : finer,
      description: describes ? text("description") : undefined,
      zones: zones.length > 0 ? zones : undefined,
    };
  };
  return (
    <BatchForm {...props} verb="edit" batch={batch} bodyOf={bodyOf}>
      <FormGrid>
        <Field label={t("field.mode")}>
          {(control) => (
            <Select {...control} name="mode">
              {asIs}
              {MODES.map((value) => (
                <option key={value} value={value}>
                  {t(`mode.${value}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("field.workMode")}>
          {(control) => (
            <Select {...control} name="workMode">
              {asIs}
              {CARRIER_WORK_MODES.map((value) => (
                <option key={value} value={value}>
                  {t(`workMode.${value}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("field.bearingType")}>
          {(control) => (
            <Select {...control} name="bearingType">
              {asIs}
              <option value="none">{t("form.noBearing")}</option>
              {BEARING_TYPES.map((value) => (
                <option key={value} value={value}>
                  {t(`bearingType.${value}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {types.length > 0 && (
          <Field label={t("field.carrierTypeId")} issue={batch.issue("carrierTypeId")}>
            {(control) => (
              <Select {...control} name="carrierTypeId">
                {asIs}
                <option value="none">{t(`type.${props.rows[0].type}`)}</option>
                {types.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {FLAGS.map((name) => (
          <Field key={name} label={t(`field.${name}`)}>
            {(control) => (
              <Select {...control} name={name}>
                {asIs}
                <option value="1">{t("yesNo.yes")}</option>
                <option value="0">{t("yesNo.no")}</option>
              </Select>
            )}
          </Field>
        ))}
        {RANGES.map((measure) => (
          <Field
            key={measure}
            label={t("field.zoneOf", { measure: t(`measure.${measure}`) })}
            issue={measure === "temperature" ? batch.issue("zones") : undefined}
            className={spanBoth}
          >
            {(control) => (
              <RecordSelect<ZoneChoiceDto>
                control={control}
                name={`zone.${measure}`}
                path="/service/carrier/zoneChoice"
                params={{ customerId, measure }}
                placeholder={t("batch.edit.asIs")}
                toOption={({ id, name, ...limits }) => ({ id, label: name, hint: limitsOf(measure, limits) })}
              />
            )}
          </Field>
        ))}
        <div className={spanBoth}>
          <CheckboxField
            label={t("batch.edit.describe")}
            checked={describes}
            onChange={(event) => setDescribes(event.target.checked)}
          />
          {describes && (
            <Field label={t("field.description")}>
              {(control) => <Textarea {...control} name="description" rows={2} maxLength={DESCRIPTION_LENGTH} />}
            </Field>
          )}
        </div>
      </FormGrid>
    </BatchForm>
  );
}
