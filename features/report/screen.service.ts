import "server-only";
import type { PageContext } from "@/lib/page/define-page";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { reports } from "./report.operations";
import { templates } from "./template/template.operations";

/** Loads the page: one of its two lists, and the account's rights. */
export async function loadReportScreen(ctx: PageContext) {
  const { permissions } = ctx.principal;
  const { customerIds } = ctx.scope;
  const shared = {
    rights: {
      ...recordRights(ctx, "Report"),
      sign: permissions.has("signReport"),
      approve: permissions.has("approveReport"),
    },
    // The customer name is shown only if the scope spans several customers.
    showsCustomers: customerIds === "all" || customerIds.length > 1,
  };
  if (ctx.search.tab === "templates")
    return { ...shared, tab: "templates" as const, view: await loadList(ctx, templates.list) };
  return { ...shared, tab: "reports" as const, view: await loadList(ctx, reports.list) };
}
