import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { listExport, until } from "@/lib/export/list-export";
import { findFindings } from "./run.data";
import { findTasks } from "./task.data";
import { type FindingDto, FindingListQuery, type TaskDto, TaskListQuery } from "./task.schema";

const TASK_COLUMNS = {
  name: 28,
  kind: 24,
  places: 40,
  strategy: 14,
  day: 16,
  time: 10,
  interval: 14,
  untilTime: 10,
  exception: 12,
  notice: 24,
  order: 12,
  status: 12,
  nextAt: 28,
  lastRun: 28,
  found: 10,
  createdBy: 18,
  customer: 24,
};

/** The monitor tasks that match the list's criteria, in its order. */
export const monitorTaskExport = listExport({
  kind: "monitorTask",
  permission: "viewDetectionTask",
  input: TaskListQuery,
  headers: "monitorTask.field",
  columns: TASK_COLUMNS,
  page: (ctx, query) => findTasks(ctx.db, visibilityOf(ctx), query),
  cells(row: TaskDto, { look, stamp }) {
    const t = look("monitorTask");
    const yes = (is: boolean) => t(is ? "yes" : "no");
    const hidden = row.hiddenTargets > 0 ? [t("hiddenPlaces", { count: String(row.hiddenTargets) })] : [];
    const { intervalCount, intervalUnit, dayOfMonth } = row;
    return {
      name: row.name,
      kind: t(`kind.${row.kind}`),
      places: row.isEverywhere ? t("everywhere") : [...row.targets.map(({ name }) => name), ...hidden].join(", "),
      strategy: t(`strategy.${row.strategy}`),
      day: row.startOn ?? (dayOfMonth === null ? row.weekdays.join(", ") : String(dayOfMonth)),
      time: row.time,
      interval: intervalUnit && `${intervalCount} ${t(`unit.${intervalUnit}`)}`,
      untilTime: row.untilTime,
      exception: yes(row.raisesException),
      notice: row.noticeGroup?.name ?? null,
      order: yes(row.submitsOrder),
      status: t(`status.${row.isRunning ? "running" : "stopped"}`),
      nextAt: stamp(row.nextAt),
      lastRun: stamp(row.lastRun?.ranAt ?? null),
      found: row.lastRun?.found ?? null,
      createdBy: row.createdBy,
      customer: row.customerName,
    };
  },
});

const FINDING_COLUMNS = {
  ranAt: 28,
  device: 28,
  carrier: 28,
  task: 28,
  kind: 24,
  lastSeenAt: 28,
  state: 14,
  isNew: 14,
  gateway: 28,
  exceptionId: 12,
  order: 16,
  customer: 24,
};

/** What the runs of monitor tasks found, as far as it matches the list's criteria, in its order. */
export const monitorFindingExport = listExport({
  kind: "monitorFinding",
  permission: "viewDetectionTask",
  input: FindingListQuery,
  headers: "monitorTask.field",
  columns: FINDING_COLUMNS,
  page: (ctx, query) => findFindings(ctx.db, visibilityOf(ctx), until(ctx, query)),
  cells(row: FindingDto, { look, stamp }) {
    const t = look("monitorTask");
    const unseen = look("common.unseen");
    return {
      ranAt: stamp(row.ranAt),
      device: row.device.name ?? unseen("device"),
      carrier: row.carrier && (row.carrier.name ?? unseen("carrier")),
      task: row.task.name,
      kind: t(`kind.${row.kind}`),
      lastSeenAt: stamp(row.lastSeenAt),
      state: t(`findingState.${row.isOff ? "off" : "back"}`),
      isNew: t(row.isNew ? "yes" : "no"),
      gateway: row.gateway && (row.gateway.name ?? unseen("device")),
      exceptionId: row.exceptionId,
      order: row.order?.number ?? null,
      customer: row.customerName,
    };
  },
});
