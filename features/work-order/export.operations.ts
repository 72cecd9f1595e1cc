import "server-only";
import { type Look, listExport } from "@/lib/export/list-export";
import { findOrders, type WorkOrderRow } from "./order.data";
import { readerOf } from "./order.operations";
import { WorkOrderListQuery } from "./order.schema";

const COLUMNS = {
  number: 14,
  state: 14,
  title: 40,
  type: 18,
  place: 40,
  device: 24,
  holder: 20,
  dueAt: 28,
  createdAt: 28,
  orderer: 20,
  acceptedAt: 28,
  processedAt: 28,
  result: 40,
  confirmedAt: 28,
  cancelReason: 40,
  stars: 8,
  ratingComment: 40,
  customer: 24,
};

/** The work orders that match the list's criteria, in its order. */
export const workOrderExport = listExport({
  kind: "workOrder",
  permission: "viewWorkOrder",
  input: WorkOrderListQuery,
  headers: "workOrder.field",
  columns: COLUMNS,
  page: (ctx, query) => findOrders(ctx.db, readerOf(ctx), query),
  cells(row: WorkOrderRow, { look, stamp }) {
    const t = look("workOrder");
    const unseen = look("common.unseen");
    const carrier = row.carrier && (row.carrier.name ?? unseen("carrier"));
    return {
      number: row.number,
      state: t(`state.${row.state}`),
      title: row.title,
      type: t(`type.${row.type}`),
      place: [...row.path, ...(carrier ? [carrier] : [])].join(" / "),
      device: row.device && (row.device.name ?? unseen("device")),
      holder: row.acceptor?.name ?? row.assignee?.name ?? row.group?.name ?? null,
      dueAt: stamp(row.dueAt),
      createdAt: stamp(row.createdAt),
      orderer: ordererOf(row, t),
      acceptedAt: stamp(row.acceptedAt),
      processedAt: stamp(row.processedAt),
      result: row.result,
      confirmedAt: stamp(row.confirmedAt),
      cancelReason: row.cancelReason,
      stars: row.stars,
      ratingComment: row.ratingComment,
      customer: row.customerName,
    };
  },
});

function ordererOf({ isByRule, cause, task, ruleName, orderer }: WorkOrderRow, t: Look): string | null {
  if (!isByRule) return orderer?.name ?? null;
  return cause === "task" ? t("byTask", { name: task?.name ?? "" }) : (ruleName ?? t("byRule"));
}
