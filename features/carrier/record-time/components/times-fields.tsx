"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { MAXIMUM_TIMES } from "../rules";

let made = 0;

/** A row of the form; the key stays while the time changes. */
export type TimeRow = { key: number; time: string };

export const timeRow = (time: string): TimeRow => {
  made += 1;
  return { key: made, time };
};

type TimesFieldsProps = {
  rows: readonly TimeRow[];
  onChange: (rows: TimeRow[]) => void;
  issueOf: (path: string) => string | undefined;
};

/** The times of day, each in its own field. */
export function TimesFields({ rows, onChange, issueOf }: TimesFieldsProps) {
  const t = useTranslations("carrier-detail.record");
  const change = (key: number, time: string) => onChange(rows.map((row) => (row.key === key ? { key, time } : row)));
  return (
    <>
      {rows.map(({ key, time }, index) => (
        <div key={key} className="flex w-full items-start gap-2">
          <Field
            label={t("timeNumber", { number: index + 1 })}
            issue={issueOf(`times.${index}`)}
            className="w-full sm:w-48"
          >
            {(control) => (
              <Input
                {...control}
                type="time"
                value={time}
                onChange={(event) => change(key, event.target.value.slice(0, 5))}
              />
            )}
          </Field>
          <Button
            variant="ghost"
            className="mt-6 w-control shrink-0 px-0"
            aria-label={t("removeTime", { time: time || String(index + 1) })}
            title={t("removeTime", { time: time || String(index + 1) })}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      ))}
      {rows.length === 0 && <p className="text-muted-foreground text-sm">{t("noneKept")}</p>}
      <Button disabled={rows.length >= MAXIMUM_TIMES} onClick={() => onChange([...rows, timeRow("")])}>
        <Plus aria-hidden="true" />
        {t("addTime")}
      </Button>
      <p className="text-muted-foreground text-xs">{t("atMost", { maximum: MAXIMUM_TIMES })}</p>
    </>
  );
}
