"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import type { DayFigures } from "../statistics.rules";
import { usePercent } from "./figure-tiles";

/** The same figures as a table, newest day first. */
export function DayTable({ figures, hasExceptions }: { figures: readonly DayFigures[]; hasExceptions: boolean }) {
  const t = useTranslations("home.statistics");
  const percent = usePercent();
  return (
    <Card className="overflow-hidden">
      <details>
        <summary className="cursor-pointer px-4 py-2.5 font-medium text-sm hover:bg-row-hover">{t("table")}</summary>
        <table className="w-full border-t text-sm tabular-nums">
          <thead>
            <tr className="border-b text-left text-muted-foreground">
              <th scope="col" className="px-4 py-1.5 font-medium">
                {t("day")}
              </th>
              {hasExceptions && (
                <>
                  <th scope="col" className="px-4 py-1.5 text-right font-medium">
                    {t("exceptions")}
                  </th>
                  <th scope="col" className="px-4 py-1.5 text-right font-medium">
                    {t("critical")}
                  </th>
                </>
              )}
              <th scope="col" className="px-4 py-1.5 text-right font-medium">
                {t("pass")}
              </th>
            </tr>
          </thead>
          <tbody>
            {figures.toReversed().map(({ day, total, critical, rate }) => {
              const { number, unit } = percent(rate);
              return (
                <tr key={day} className="border-b last:border-b-0">
                  <th scope="row" className="px-4 py-1.5 text-left font-normal">
                    {day}
                  </th>
                  {hasExceptions && (
                    <>
                      <td className="px-4 py-1.5 text-right">{total}</td>
                      <td className="px-4 py-1.5 text-right">{critical}</td>
                    </>
                  )}
                  <td className="px-4 py-1.5 text-right">{`${number} ${unit}`.trim()}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </details>
    </Card>
  );
}
