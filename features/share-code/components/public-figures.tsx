import { ChevronDown } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { Card } from "@/components/ui/card";
import { isSwitch } from "@/features/observation/observation.rules";
import { formatInstant } from "@/lib/datetime/format";
import { formatNumber, NO_VALUE } from "@/lib/units/format";
import type { PageDto, PageSeries } from "../page.schema";
import { measureWords, Section } from "./public-parts";

type PartProps = { page: PageDto; locale: string };

/** Minimum, mean, maximum and more of each probe over the period. */
export async function PublicFigures({ page, locale }: PartProps) {
  const { figures, probes } = page;
  const shown = figures?.filter(({ probe, count }) => count > 0 && !isSwitchAt(page, probe));
  if (!shown || shown.length === 0) return null;
  const t = await getTranslations("sharePage.figure");
  const tKinetic = await getTranslations("common.kinetic");
  const words = await measureWords(locale);
  const percent = (rate: number) => `${formatNumber(rate * 100, locale, 1)} %`;
  return (
    <Section title={t("title")}>
      <div className="flex flex-col gap-4">
        {shown.map((one) => {
          const probe = probes[one.probe] as PageDto["probes"][number];
          const reading = (value: number | null) => words.reading(value, probe.measure).text;
          const refused = one.kineticRefusal && tKinetic(one.kineticRefusal);
          const items: [term: string, value: string | null, note?: string | null][] = [
            [t("minimum"), reading(one.minimum)],
            [t("mean"), reading(one.mean)],
            [t("maximum"), reading(one.maximum)],
            one.meanKineticTemperature === null
              ? [t("kinetic"), refused && NO_VALUE, refused]
              : [t("kinetic"), reading(one.meanKineticTemperature)],
            [t("passRate"), one.passRate === null ? null : percent(one.passRate)],
            [t("completeness"), one.completeness === null ? null : percent(one.completeness)],
          ];
          return (
            <div key={one.probe}>
              <h3 className="mb-1 font-medium text-muted-foreground text-sm">{words.name(probe)}</h3>
              <dl className="grid grid-cols-3 gap-x-4 gap-y-2">
                {items
                  .filter(([, value]) => value !== null)
                  .map(([term, value, note]) => (
                    <div key={term} className="min-w-0">
                      <dt className="text-muted-foreground text-xs">{term}</dt>
                      <dd className="font-medium tabular-nums">{value}</dd>
                      {note && <dd className="text-pretty text-muted-foreground text-xs">{note}</dd>}
                    </div>
                  ))}
              </dl>
            </div>
          );
        })}
      </div>
    </Section>
  );
}

const isSwitchAt = ({ probes }: PageDto, probe: number) =>
  isSwitch((probes[probe] as PageDto["probes"][number]).measure);

/** The values of the period as a table: each reading, or intervals with minimum, mean and maximum. */
export async function PublicTable({ page, locale }: PartProps) {
  const { table, probes } = page;
  const series = table?.series.filter(({ probe }) => !isSwitchAt(page, probe)) ?? [];
  if (!table || series.length === 0) return null;
  const t = await getTranslations("sharePage.table");
  const words = await measureWords(locale);
  return (
    <Card>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer items-center px-4 font-semibold text-base">
          {t("title")}
          <ChevronDown aria-hidden="true" className="ml-auto size-5 text-muted-foreground group-open:rotate-180" />
        </summary>
        <div className="flex flex-col gap-4 px-4 pb-4">
          {series.map((one) => (
            <Rows
              key={one.probe}
              series={one}
              isWhole={table.bucketSeconds === 0}
              name={words.name(probes[one.probe] as PageDto["probes"][number])}
              reading={(value) => words.reading(value, (probes[one.probe] as PageDto["probes"][number]).measure).text}
              heads={[t("at"), t("value"), t("minimum"), t("mean"), t("maximum")]}
              page={page}
              locale={locale}
            />
          ))}
        </div>
      </details>
    </Card>
  );
}

type RowsProps = PartProps & {
  series: PageSeries;
  isWhole: boolean;
  name: string;
  reading: (value: number) => string;
  heads: readonly string[];
};

function Rows({ series, isWhole, name, reading, heads, page: { timeZone, at: now }, locale }: RowsProps) {
  const [at = "", value = "", ...spread] = heads;
  const columns = isWhole ? [series.mean] : [series.min, series.mean, series.max];
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="mb-1 text-left font-medium text-muted-foreground">{name}</caption>
      <thead>
        <tr className="border-b text-left text-muted-foreground text-xs [&_th]:py-1.5 [&_th]:font-medium">
          <th scope="col">{at}</th>
          {(isWhole ? [value] : spread).map((head) => (
            <th key={head} scope="col" className="text-right">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.at.map((instant, index) => (
          <tr key={instant} className="border-b last:border-0 [&_td]:py-1.5">
            <td>{formatInstant(new Date(instant), new Date(now), { locale, timeZone })}</td>
            {columns.map((column, place) => (
              // Columns never change their order.
              <td key={heads[place]} className="text-right">
                {reading(column[index] as number)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
