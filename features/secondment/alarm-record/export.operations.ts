import "server-only";
import { whatOf } from "@/features/exception/phrase.rules";
import { listExport, until } from "@/lib/export/list-export";
import { listAlarmRecord } from "./operations";
import { type AlarmRecordDto, AlarmRecordQuery } from "./schema";

const COLUMNS = {
  id: 10,
  severity: 12,
  scene: 30,
  carrier: 24,
  what: 30,
  startedAt: 30,
  endedAt: 30,
  durationMinutes: 14,
  device: 30,
  belonging: 30,
  customer: 24,
};

/** The alarms of a place that match the criteria of its record, with whose the devices were. */
export const alarmRecordExport = listExport({
  kind: "alarmRecord",
  permission: "viewEx",
  input: AlarmRecordQuery,
  headers: "secondment.record.field",
  columns: COLUMNS,
  page: (ctx, query) => listAlarmRecord.call(ctx, until(ctx, query)),
  cells(row: AlarmRecordDto, { look, stamp }) {
    const t = look("exception");
    const { belonging } = row;
    return {
      id: row.id,
      severity: t(`severity.${row.severity}`),
      scene: row.scenePath.map(({ name }) => name).join(" / "),
      carrier: row.carrier?.name ?? null,
      what: whatOf(row, t),
      startedAt: stamp(row.startedAt),
      endedAt: stamp(row.endedAt),
      durationMinutes: Math.round(row.durationSeconds / 6) / 10,
      device: `${row.device.name} (${row.device.serialNumber})`,
      belonging: look("secondment.record.belonging")(
        belonging.is,
        belonging.is === "own" ? {} : { other: belonging.other },
      ),
      customer: row.customerName,
    };
  },
});
