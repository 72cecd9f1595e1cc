import "server-only";
import { streamExport } from "@/features/file/taken.service";
import { defineExport, type ExportCell } from "@/lib/export/define-export";
import { exportCustomer, exportWords, titleOf } from "@/lib/export/list-export";
import type { RawReply } from "@/lib/http/reply";
import { defineOperation } from "@/lib/operation/define-operation";
import { stampIn } from "@/lib/spreadsheet/csv";
import { sorted } from "./statistic.rules";
import { StatisticListQuery, type StatisticRow } from "./statistic.schema";
import { open, readRows } from "./statistic.service";

const round = (value: number | null, digits: number) => (value === null ? null : Number(value.toFixed(digits)));
const SHARE_DIGITS = 4;

/** The figures of a row besides its name, each with its width; shares from 0 to 1, seconds, canonical units. */
const FIGURES: Record<string, [width: number, cell: (row: StatisticRow) => ExportCell]> = {
  carriers: [10, ({ carriers }) => carriers],
  probes: [10, ({ probes }) => probes],
  count: [12, ({ count }) => count],
  minimum: [10, ({ minimum }) => round(minimum, 2)],
  mean: [10, ({ mean }) => round(mean, 3)],
  maximum: [10, ({ maximum }) => round(maximum, 2)],
  meanKineticTemperature: [16, ({ meanKineticTemperature }) => round(meanKineticTemperature, 3)],
  passRate: [10, ({ passRate }) => round(passRate, SHARE_DIGITS)],
  completeness: [12, ({ completeness }) => round(completeness, SHARE_DIGITS)],
  excursions: [10, ({ excursions }) => excursions],
  outsideSeconds: [12, ({ outsideSeconds }) => round(outsideSeconds, 0)],
  degreeMinutes: [12, ({ degreeMinutes }) => round(degreeMinutes, 2)],
  acknowledgeSeconds: [14, ({ acknowledgeSeconds }) => round(acknowledgeSeconds, 0)],
  closeSeconds: [14, ({ closeSeconds }) => round(closeSeconds, 0)],
};

/** All rows of a selection. */
export const statisticExport = defineExport({
  kind: "statistics",
  permission: "viewDataStatistics",
  input: StatisticListQuery,
  async open(ctx, { sort, dir, iDisplayStart: _start, iDisplayLength: _length, ...query }) {
    const words = await exportWords(ctx);
    const [t, tCarrier] = [words.look("statistics"), words.look("carrier")];
    const { mounted, range, timeZone } = await open(ctx, query);
    const stamp = (at: number) => stampIn(new Date(at), timeZone);
    const fixed = [stamp(range.from), stamp(range.to), tCarrier(`measure.${query.measure}`)];
    const nameOf = ({ name, type }: StatisticRow) => (query.by === "type" && type ? tCarrier(`type.${type}`) : name);
    const batches = async function* (): AsyncGenerator<ExportCell[][]> {
      const { rows } = await readRows(ctx, query.by, query, range);
      yield sorted(rows, sort, dir).map((row) => [
        ...fixed,
        nameOf(row),
        ...Object.values(FIGURES).map(([, cell]) => cell(row)),
      ]);
    };
    return {
      ...titleOf(words, "statistics"),
      customerId: exportCustomer(ctx),
      timeZone,
      total: mounted.length,
      columns: [
        { title: t("csv.from"), width: 28 },
        { title: t("csv.to"), width: 28 },
        { title: t("csv.measure"), width: 14 },
        { title: t("csv.name"), width: 28 },
        ...Object.entries(FIGURES).map(([name, [width]]) => ({ title: t(`csv.${name}`), width })),
      ],
      batches: batches(),
    };
  },
});

/** The same as a CSV file at once. */
export const exportStatistics = defineOperation({
  name: "statistics.csv",
  kind: "query",
  isLong: true,
  permission: "viewDataStatistics",
  input: StatisticListQuery,
  run: (ctx, query): Promise<RawReply> => streamExport(ctx, statisticExport, query),
});
