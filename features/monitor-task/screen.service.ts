import "server-only";
import { visibleCustomers } from "@/lib/auth/visible-customers";
import type { PageContext } from "@/lib/page/define-page";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { listMonitorFindings } from "./run.operations";
import { monitorTasks } from "./task.operations";

const linksOf = ({ principal: { permissions } }: PageContext) => ({
  exception: permissions.has("viewEx"),
  order: permissions.has("viewWorkOrder"),
});

/** Loads the tasks, the account's rights, and the customers for whom it may make tasks. */
export async function loadTaskScreen(ctx: PageContext) {
  const { permissions, customer } = ctx.principal;
  const [view, customers] = await Promise.all([loadList(ctx, monitorTasks.list), visibleCustomers(ctx.db, ctx.scope)]);
  return {
    view,
    customers,
    customerId: customer.id,
    rights: recordRights(ctx, "DetectionTask"),
    // An account bound to nodes names the places of its tasks, and changes no task that looks further.
    isBound: ctx.scope.sceneIds !== "all",
    mayOrder: permissions.has("newWorkOrder") && permissions.has("viewWorkOrder"),
    links: linksOf(ctx),
  };
}

/** Loads what the runs of tasks have found. */
export async function loadFindingScreen(ctx: PageContext) {
  const { customerIds } = ctx.scope;
  return {
    view: await loadList(ctx, listMonitorFindings),
    showsCustomers: customerIds === "all" || customerIds.length > 1,
    links: linksOf(ctx),
  };
}
