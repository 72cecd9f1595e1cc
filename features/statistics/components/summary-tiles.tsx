"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { changeOf } from "../statistic.rules";
import type { ComparisonDto, Figures, StatisticMeasure } from "../statistic.schema";
import { Change } from "./change";
import { useFigureTexts } from "./figure-texts";

type SummaryTilesProps = {
  all: Figures;
  measure: StatisticMeasure;
  before: ComparisonDto["rows"][string] | undefined;
};

/** The figures of everything selected, with the difference to the range before. */
export function SummaryTiles({ all, measure, before }: SummaryTilesProps) {
  const t = useTranslations("statistics");
  const tKinetic = useTranslations("common.kinetic");
  const texts = useFigureTexts(measure);
  const label = (text: string) => t("against", { change: text });
  const mixed = all.isMixed ? <span className="block text-pretty text-xs">{t("mixed")}</span> : null;
  return (
    <dl className="grid shrink-0 grid-cols-2 gap-px overflow-hidden rounded-lg border bg-border sm:grid-cols-3 xl:grid-cols-6">
      <Tile name={t("column.passRate")} value={texts.percent(all.passRate)}>
        <Change
          change={changeOf(all.passRate, before?.passRate)}
          format={texts.points}
          good="up"
          least={0.0005}
          label={label}
        />
      </Tile>
      <Tile name={t("column.completeness")} value={texts.percent(all.completeness)} />
      <Tile name={t("column.mean")} value={texts.reading(all.mean)}>
        {mixed ?? (
          <Change change={changeOf(all.mean, before?.mean)} format={texts.reading} least={0.05} label={label} />
        )}
      </Tile>
      {measure === "temperature" ? (
        <Tile name={t("column.meanKineticTemperature")} value={texts.reading(all.meanKineticTemperature)}>
          {mixed ?? (
            <span className="block text-pretty text-xs">
              {all.kineticRefusal === null ? t("mktWindow") : tKinetic(all.kineticRefusal)}
            </span>
          )}
        </Tile>
      ) : (
        <Tile name={t("column.maximum")} value={texts.reading(all.maximum)} />
      )}
      <Tile name={t("column.excursions")} value={texts.number(all.excursions)}>
        <Change
          change={changeOf(all.excursions, before?.excursions)}
          format={(size) => texts.number(size)}
          good="down"
          least={0.5}
          label={label}
        />
      </Tile>
      <Tile name={t("column.outsideSeconds")} value={texts.duration(all.outsideSeconds)}>
        <span className="text-xs">{t("degreeMinutes", { value: texts.difference(all.degreeMinutes, 0).number })}</span>
      </Tile>
    </dl>
  );
}

function Tile({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div className="bg-card px-4 py-3">
      <dt className="text-muted-foreground text-sm">{name}</dt>
      <dd className="font-semibold text-2xl tabular-nums leading-tight tracking-tight">{value}</dd>
      <dd className="min-h-4 text-muted-foreground">{children}</dd>
    </div>
  );
}
