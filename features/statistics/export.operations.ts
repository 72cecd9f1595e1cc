import "server-only";
import { streamExport } from "@/features/file/taken.service";
import type { KineticRefusal } from "@/features/observation/observation.rules";
import { defineExport, type ExportCell } from "@/lib/export/define-export";
import { exportCustomer, exportWords, titleOf } from "@/lib/export/list-export";
import type { RawReply } from "@/lib/http/reply";
import { defineOperation } from "@/lib/operation/define-operation";
import { stampIn } from "@/lib/spreadsheet/csv";
import { differenceCell, shownCell, unitOf } from "@/lib/units/format";
import { sorted } from "./statistic.rules";
import { StatisticListQuery, type StatisticRow } from "./statistic.schema";
import { open, readRows } from "./statistic.service";

const round = (value: number | null, digits: number) => (value === null ? null : Number(value.toFixed(digits)));
const SHARE_DIGITS = 4;

/** Writes a value, or a difference of values, in the unit of the file. */
type Shown = Record<"value" | "difference", (value: number | null) => number | null> & {
  refusal: (why: KineticRefusal) => string;
};

/** The figures of a row besides its name, each with its width; shares from 0 to 1, seconds, values in the unit of the head. */
const FIGURES: Record<string, [width: number, cell: (row: StatisticRow, shown: Shown) => ExportCell]> = {
  carriers: [10, ({ carriers }) => carriers],
  probes: [10, ({ probes }) => probes],
  count: [12, ({ count }) => count],
  minimum: [10, ({ minimum }, { value }) => round(value(minimum), 2)],
  mean: [10, ({ mean }, { value }) => round(value(mean), 3)],
  maximum: [10, ({ maximum }, { value }) => round(value(maximum), 2)],
  meanKineticTemperature: [16, ({ meanKineticTemperature }, { value }) => round(value(meanKineticTemperature), 3)],
  kineticRefusal: [40, ({ kineticRefusal }, { refusal }) => (kineticRefusal === null ? null : refusal(kineticRefusal))],
  passRate: [10, ({ passRate }) => round(passRate, SHARE_DIGITS)],
  completeness: [12, ({ completeness }) => round(completeness, SHARE_DIGITS)],
  excursions: [10, ({ excursions }) => excursions],
  outsideSeconds: [12, ({ outsideSeconds }) => round(outsideSeconds, 0)],
  degreeMinutes: [12, ({ degreeMinutes }, { difference }) => round(difference(degreeMinutes), 2)],
  acknowledgeSeconds: [14, ({ acknowledgeSeconds }) => round(acknowledgeSeconds, 0)],
  closeSeconds: [14, ({ closeSeconds }) => round(closeSeconds, 0)],
};

/** The figures with the unit of the measure, and what follows the unit. */
const UNITED: Record<string, string> = {
  ...{ minimum: "", mean: "", maximum: "", meanKineticTemperature: "" },
  degreeMinutes: "·min",
};

/** All rows of a selection. */
export const statisticExport = defineExport({
  kind: "statistics",
  permission: "viewDataStatistics",
  input: StatisticListQuery,
  async open(ctx, { sort, dir, iDisplayStart: _start, iDisplayLength: _length, ...query }) {
    const words = await exportWords(ctx);
    const [t, tCarrier, tKinetic] = [words.look("statistics"), words.look("carrier"), words.look("common.kinetic")];
    const { mounted, range, timeZone } = await open(ctx, query);
    const { values } = words;
    const shown: Shown = {
      value: (value) => shownCell(value, query.measure, values),
      refusal: (why) => tKinetic(why),
      difference: (value) => differenceCell(value, query.measure, values),
    };
    const titled = (name: string) => {
      const after = UNITED[name];
      return after === undefined ? t(`csv.${name}`) : `${t(`csv.${name}`)} (${unitOf(query.measure, values)}${after})`;
    };
    const stamp = (at: number) => stampIn(new Date(at), timeZone);
    const fixed = [stamp(range.from), stamp(range.to), tCarrier(`measure.${query.measure}`)];
    const nameOf = ({ name, type }: StatisticRow) => (query.by === "type" && type ? tCarrier(`type.${type}`) : name);
    const batches = async function* (): AsyncGenerator<ExportCell[][]> {
      const { rows } = await readRows(ctx, query.by, query, range);
      yield sorted(rows, sort, dir).map((row) => [
        ...fixed,
        nameOf(row),
        ...Object.values(FIGURES).map(([, cell]) => cell(row, shown)),
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
        ...Object.entries(FIGURES).map(([name, [width]]) => ({ title: titled(name), width })),
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
