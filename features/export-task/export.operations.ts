import "server-only";
import { listExport } from "@/lib/export/list-export";
import { findTasks } from "./task.data";
import { type TaskDto, TaskListQuery } from "./task.schema";
import { periodText, scheduleText } from "./text.rules";

const COLUMNS = {
  name: 30,
  kind: 24,
  schedule: 30,
  period: 18,
  recipients: 40,
  nextAt: 30,
  lastRun: 30,
  status: 10,
  owner: 20,
  customer: 24,
};

/** The scheduled exports that match the list's criteria, in its order. */
export const exportTaskExport = listExport({
  kind: "exportTask",
  permission: "viewExportTask",
  input: TaskListQuery,
  headers: "exportTask.column",
  columns: COLUMNS,
  page: findTasks,
  cells(row: TaskDto, { look, stamp, locale }) {
    const t = look("exportTask");
    const { kind, format, lastRun } = row;
    const what = kind === "report" ? t("report") : look("download.kind")(kind);
    return {
      name: row.name,
      kind: `${what} · ${look("download.format")(format)}`,
      schedule: scheduleText(t, locale, row),
      period: periodText(t, row),
      recipients: row.recipients.join("; ") || t("downloadsOnly"),
      nextAt: stamp(row.nextAt),
      lastRun: lastRun === null ? t("never") : `${stamp(lastRun.dueAt)} ${t(`state.${lastRun.state}`)}`,
      status: look("download.yesNo")(row.isPaused ? "no" : "yes"),
      owner: row.owner,
      customer: row.customerName,
    };
  },
});
