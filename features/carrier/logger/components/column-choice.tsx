"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { SideScroll } from "@/components/layout/side-scroll";
import { Select } from "@/components/ui/select";
import { canonicalUnitOf } from "@/lib/units/format";
import { BY_UNIT, MEASURE_ROLES, NOTHING, roleOf, type TableChoice, withRole } from "../layout.rules";
import type { LoggerCheckDto } from "../logger.schema";

type ColumnChoiceProps = {
  table: NonNullable<LoggerCheckDto["table"]>;
  choice: TableChoice;
  onChange: (choice: TableChoice) => void;
};

/** The first rows of a table, with the role of each column, which the user can change. */
export function ColumnChoice({ table, choice, onChange }: ColumnChoiceProps) {
  const t = useTranslations("history.logger.columns");
  const tMeasure = useTranslations("history.measure");
  const { rows, width } = table;
  const indexes = Array.from({ length: width }, (_, index) => index);
  const roles = [
    { value: NOTHING, label: t("nothing") },
    { value: "time", label: t("time") },
    { value: "unit", label: t("unit") },
    { value: BY_UNIT, label: t("value") },
    ...MEASURE_ROLES.map(({ role, measure, unit }) => {
      const shown = unit === null ? "" : measure === "humidity" ? canonicalUnitOf(measure) : unit;
      return { value: role, label: shown ? `${tMeasure(measure)} (${shown})` : tMeasure(measure) };
    }),
  ];
  return (
    <div className="space-y-3">
      <p className="text-muted-foreground text-sm">{t("hint")}</p>
      <Field label={t("titles")}>
        {(control) => (
          <Select
            {...control}
            value={choice.headLine}
            onChange={(event) => onChange({ ...choice, headLine: Number(event.target.value) })}
          >
            <option value={0}>{t("noTitles")}</option>
            {rows.map(({ line, cells }) => (
              <option key={line} value={line}>
                {t("titleLine", { line, text: cells.filter(Boolean).join(" · ").slice(0, 60) })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="rounded-md border">
        <SideScroll>
          <table className="w-full text-sm">
            <caption className="sr-only">{t("caption")}</caption>
            <thead>
              <tr>
                <th scope="col" className="px-2 py-1.5 text-left font-normal text-muted-foreground text-xs">
                  {t("line")}
                </th>
                {indexes.map((index) => (
                  <th key={index} scope="col" className="min-w-46 p-1.5 text-left font-normal">
                    <Select
                      aria-label={t("column", { number: index + 1 })}
                      value={roleOf(choice, index)}
                      onChange={(event) => onChange(withRole(choice, index, event.target.value))}
                    >
                      {roles.map(({ value, label }) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                    </Select>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, cells }) => (
                <tr key={line} className={line <= choice.headLine ? "border-t text-muted-foreground" : "border-t"}>
                  <td className="px-2 py-1 text-muted-foreground text-xs tabular-nums">{line}</td>
                  {indexes.map((index) => (
                    <td key={index} className="whitespace-nowrap px-2 py-1 tabular-nums">
                      {cells[index] ?? ""}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </SideScroll>
      </div>
    </div>
  );
}
