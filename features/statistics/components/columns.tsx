"use client";

import { useTranslations } from "next-intl";
import { TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { Link } from "@/lib/i18n/navigation";
import { type Selection, statisticHref } from "../statistic.client";
import { changeOf } from "../statistic.rules";
import type { ComparisonDto, DoorDto, Sort, StatisticRow } from "../statistic.schema";
import { Change } from "./change";
import { useFigureTexts } from "./figure-texts";

type Options = {
  selection: Selection;
  range: { from: number; to: number };
  before: ComparisonDto["rows"] | undefined;
  doors: DoorDto["rows"] | undefined;
};

/** One step deeper: from a place or a type to its carriers, their probes, and the readings of one. */
function deeper(row: StatisticRow, selection: Selection, { from, to }: Options["range"]): string {
  if (row.probeId !== null) {
    const query = new URLSearchParams({ probeIds: String(row.probeId), carrierIds: String(row.carrierId) });
    query.set("from", new Date(from).toISOString());
    query.set("to", new Date(to).toISOString());
    return `/historyData?${query}`;
  }
  if (row.carrierId !== null) return statisticHref({ ...selection, by: "probe", carrierId: row.carrierId });
  if (row.sceneId !== null) return statisticHref({ ...selection, by: "carrier", sceneId: row.sceneId });
  return statisticHref({ ...selection, by: "carrier", carrierType: row.type ?? undefined });
}

/** The columns of the statistics. */
export function useColumns({ selection, range, before, doors }: Options): Column<StatisticRow>[] {
  const t = useTranslations("statistics");
  const tCarrier = useTranslations("carrier");
  const tKinetic = useTranslations("common.kinetic");
  const texts = useFigureTexts(selection.measure);
  const column = (id: Sort) => ({ id, header: t(`column.${id}`), align: "right" as const, sortable: true });
  const compared = (text: string) => t("against", { change: text });
  const isTemperature = selection.measure === "temperature";
  const reading = (value: number | null) => <span className="whitespace-nowrap">{texts.reading(value)}</span>;
  const missing = (reason: string) => (
    <span title={reason} className="relative">
      <span aria-hidden="true">{texts.reading(null)}</span>
      <span className="sr-only">{reason}</span>
    </span>
  );
  const meanOf = (row: StatisticRow, value: number | null) => (row.isMixed ? missing(t("mixed")) : reading(value));
  const kineticOf = (row: StatisticRow) =>
    row.kineticRefusal === null ? meanOf(row, row.meanKineticTemperature) : missing(tKinetic(row.kineticRefusal));
  const duration = (seconds: number | null) => <span className="whitespace-nowrap">{texts.duration(seconds)}</span>;
  const doorsOf = (row: StatisticRow) =>
    doors ? texts.number(doors[selection.by === "probe" ? `carrier:${row.carrierId}` : row.key] ?? 0) : "–";
  return [
    {
      id: "name",
      header: t(`by.${selection.by}`),
      sortable: true,
      priority: 1,
      cell: (row) => (
        <TitleCell>
          <Link href={deeper(row, selection, range)} className="text-link hover:underline" prefetch={false}>
            {selection.by === "type" && row.type ? tCarrier(`type.${row.type}`) : row.name}
          </Link>
          {row.carrierId === null && (
            <span className="block font-normal text-muted-foreground text-xs">
              {t("carriers", { count: row.carriers })}
            </span>
          )}
        </TitleCell>
      ),
    },
    {
      ...column("passRate"),
      cell: (row) => (
        <span className="flex flex-col items-end">
          {texts.percent(row.passRate)}
          <Change
            change={changeOf(row.passRate, before?.[row.key]?.passRate)}
            format={texts.points}
            good="up"
            least={0.0005}
            label={compared}
          />
        </span>
      ),
    },
    { ...column("minimum"), cell: (row) => reading(row.minimum) },
    { ...column("mean"), cell: (row) => meanOf(row, row.mean) },
    { ...column("maximum"), cell: (row) => reading(row.maximum) },
    ...(isTemperature
      ? [
          {
            ...column("meanKineticTemperature"),
            cell: kineticOf,
          },
        ]
      : []),
    { ...column("completeness"), cell: (row) => texts.percent(row.completeness) },
    {
      ...column("excursions"),
      cell: (row) => (
        <span className="flex flex-col items-end">
          {texts.number(row.excursions)}
          <Change
            change={before ? changeOf(row.excursions, before[row.key]?.excursions ?? 0) : null}
            format={(size) => texts.number(size)}
            good="down"
            least={0.5}
            label={compared}
          />
        </span>
      ),
    },
    { ...column("outsideSeconds"), cell: (row) => duration(row.outsideSeconds) },
    { ...column("degreeMinutes"), cell: (row) => texts.difference(row.degreeMinutes, 1).number },
    { ...column("acknowledgeSeconds"), cell: (row) => duration(row.acknowledgeSeconds) },
    { ...column("closeSeconds"), cell: (row) => duration(row.closeSeconds) },
    { id: "doors", header: t("column.doors"), align: "right", cell: doorsOf },
  ];
}
