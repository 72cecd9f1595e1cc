"use client";

import { LayoutGrid, List } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { type DateRange, DateRangePicker } from "@/components/form/date-range-picker";
import { Field } from "@/components/form/field";
import { FormGrid } from "@/components/form/form-layout";
import { SegmentedControl } from "@/components/form/segmented-control";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Radio } from "@/components/ui/radio";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";

export function FieldGallery({ now }: { now: number }) {
  const t = useTranslations("gallery");
  const [range, setRange] = useState<DateRange | null>({
    from: new Date(now - 86_400_000).toISOString(),
    to: new Date(now).toISOString(),
  });
  return (
    <FormGrid className="lg:grid-cols-3">
      <Field label={t("name")} hint={t("nameHint")} required>
        {(control) => <Input {...control} placeholder={t("namePlaceholder")} />}
      </Field>
      <Field label={t("name")} issue={t("nameIssue")} required>
        {(control) => <Input {...control} defaultValue="FR-014" />}
      </Field>
      <Field label={t("disabled")}>{(control) => <Input {...control} defaultValue="FR-014" disabled />}</Field>
      <Field label={t("type")}>
        {(control) => (
          <Select {...control}>
            <option>{t("coldRoom")}</option>
            <option>{t("fridge")}</option>
            <option>{t("truck")}</option>
          </Select>
        )}
      </Field>
      <Field label={t("period")}>
        {({ id }) => (
          <DateRangePicker
            id={id}
            label={t("period")}
            timeZone="Asia/Shanghai"
            now={now}
            value={range}
            onChange={setRange}
          />
        )}
      </Field>
      <Field label={t("remark")}>{(control) => <Textarea {...control} placeholder={t("emptyHint")} />}</Field>
      <div className="flex flex-col gap-1">
        <CheckboxField label={t("notify")} hint={t("notifyHint")} defaultChecked />
        <CheckboxField label={t("disabled")} disabled />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Switch aria-label={t("alarmSwitch")} defaultChecked />
        <Switch aria-label={t("alarmSwitch")} />
        <Switch aria-label={t("disabled")} disabled />
        <Radio name="radio" aria-label={t("coldRoom")} defaultChecked />
        <Radio name="radio" aria-label={t("fridge")} />
        <Checkbox
          aria-label={t("type")}
          ref={(box) => {
            if (box) box.indeterminate = true;
          }}
        />
      </div>
      <div>
        <SegmentedControl
          name="view"
          label={t("overview")}
          defaultValue="list"
          options={[
            {
              value: "list",
              label: (
                <>
                  <List aria-hidden="true" />
                  {t("overview")}
                </>
              ),
            },
            {
              value: "grid",
              label: (
                <>
                  <LayoutGrid aria-hidden="true" />
                  {t("history")}
                </>
              ),
            },
            { value: "none", label: t("disabled"), disabled: true },
          ]}
        />
      </div>
    </FormGrid>
  );
}
