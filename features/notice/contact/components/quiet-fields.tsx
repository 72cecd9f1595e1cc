"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { spanBoth } from "@/components/form/form-layout";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { QUIET_SEVERITIES } from "../../delivery/quiet.rules";
import type { QuietHoursInput } from "../contact.schema";

type QuietFieldsProps = { quietHours: QuietHoursInput | null; issue: (path: string) => string | undefined };

/** Preset when the user first enables quiet hours. */
const NIGHT = { from: "22:00", to: "07:00" };

/** Which alarms are deferred, and in which hours. The hours are shown once a severity is selected. */
export function QuietFields({ quietHours, issue }: QuietFieldsProps) {
  const t = useTranslations("contact.quiet");
  const [upTo, setUpTo] = useState<string>(quietHours?.upTo ?? "");
  const [hours, setHours] = useState({ from: quietHours?.from ?? NIGHT.from, to: quietHours?.to ?? NIGHT.to });
  return (
    <>
      <Field
        label={t("label")}
        hint={upTo === "" ? undefined : t("hint")}
        className={spanBoth}
        issue={issue("quietHours.upTo")}
      >
        {(control) => (
          <Select {...control} name="quietUpTo" value={upTo} onChange={({ target }) => setUpTo(target.value)}>
            <option value="">{t("none")}</option>
            {QUIET_SEVERITIES.toReversed().map((severity) => (
              <option key={severity} value={severity}>
                {t(severity)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {upTo !== "" &&
        (["from", "to"] as const).map((end) => (
          <Field
            key={end}
            label={t(end)}
            hint={end === "to" && hours.to < hours.from ? t("overMidnight") : undefined}
            required
            issue={issue(`quietHours.${end}`)}
          >
            {(control) => (
              <Input
                {...control}
                type="time"
                name={`quiet.${end}`}
                className="tabular-nums"
                value={hours[end]}
                onChange={({ target }) => setHours({ ...hours, [end]: target.value })}
              />
            )}
          </Field>
        ))}
    </>
  );
}
