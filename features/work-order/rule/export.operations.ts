import "server-only";
import { listExport } from "@/lib/export/list-export";
import { ruleStore } from "./data";
import { THRESHOLD_OF } from "./rules";
import { type RuleDto, RuleListQuery } from "./schema";

/** The rules of work orders that match the list's criteria, in its order. */
export const workOrderRuleExport = listExport({
  kind: "workOrderRule",
  permission: "viewWorkOrderRule",
  input: RuleListQuery,
  headers: "workOrderRule.field",
  columns: { name: 30, cause: 40, assignee: 24, dueMinutes: 20, orders: 24, isEnabled: 12, customer: 24 },
  page: (ctx, query) => ruleStore.find(ctx, query),
  cells(row: RuleDto, { look }) {
    const t = look("workOrderRule");
    return {
      name: row.name,
      cause: t(`when.${row.cause}`, { count: row[THRESHOLD_OF[row.cause]] ?? 0 }),
      assignee: row.assignee?.name ?? row.group?.name ?? t("everybody"),
      dueMinutes: row.dueMinutes,
      orders: t("ordersOf", { open: row.openOrders, count: row.orders }),
      isEnabled: look("download.yesNo")(row.isEnabled ? "yes" : "no"),
      customer: row.customerName,
    };
  },
});
