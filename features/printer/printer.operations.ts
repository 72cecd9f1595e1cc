import "server-only";
import type { PrinterChoice } from "@/features/print/content.schema";
import { visibleCustomers } from "@/lib/auth/visible-customers";
import { limitRate } from "@/lib/http/rate-limit";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { crud, switching } from "@/lib/resource/crud";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { printGroups } from "./group/operations";
import { findPrinterRow } from "./job/data";
import { checkPrinter } from "./job/deliver.service";
import { listPrintJobs } from "./job/operations";
import { findPrinterChoices, getPrinter, noteContact, printerStore } from "./printer.data";
import { type PrinterDto, PrinterInfoQuery, PrinterInput, PrinterListQuery } from "./printer.schema";

export const printers = crud({
  subject: "Printer",
  listQuery: PrinterListQuery,
  input: PrinterInput,
  store: printerStore,
});

export const switchPrinter = switching({ subject: "Printer", store: printerStore });

/** The printers for selection, with their state. */
export const getPrinterInfo = defineOperation({
  name: "printer.info",
  kind: "query",
  permission: "viewPrinter",
  input: PrinterInfoQuery,
  run: (ctx, { customerId }): Promise<PrinterChoice[]> => findPrinterChoices(ctx.db, ctx.scope, customerId),
});

const CHECKS_A_MINUTE = 20;

/** Asks a printer how it is; its answer is noted. No transaction waits for it. */
export const checkOnePrinter = defineOperation({
  name: "printer.check",
  kind: "query",
  permission: "printPrinter",
  input: ById,
  isLong: true,
  async run(ctx, { id }): Promise<PrinterDto> {
    await getPrinter(ctx.db, ctx.scope, id);
    await limitRate(`printer check ${id}`, CHECKS_A_MINUTE, 60);
    const found = await checkPrinter(await findPrinterRow(ctx.db, id));
    await noteContact(ctx.db, id, { at: ctx.now, ...found });
    return getPrinter(ctx.db, ctx.scope, id);
  },
});

/** Accounts bound to nodes may view what concerns the whole customer, but not change it. */
const NO_RIGHTS = { create: false, edit: false, remove: false };

/** Data of the page: printers, print groups or jobs, as the address says. */
export async function loadPrinterScreen(ctx: PageContext) {
  const isWhole = ctx.scope.sceneIds === "all";
  const shared = {
    rights: isWhole ? recordRights(ctx, "Printer") : NO_RIGHTS,
    mayPrint: ctx.principal.permissions.has("printPrinter"),
    isWhole,
    customers: await visibleCustomers(ctx.db, ctx.scope),
    customerId: ctx.principal.customer.id,
  };
  switch (ctx.search.tab) {
    case "printers":
      return { ...shared, tab: "printers" as const, view: await loadList(ctx, printers.list) };
    case "jobs":
      return { ...shared, tab: "jobs" as const, view: await loadList(ctx, listPrintJobs) };
    default:
      return {
        ...{ ...shared, tab: "groups" as const, view: await loadList(ctx, printGroups.list) },
        printers: await getPrinterInfo.call(ctx, {}),
      };
  }
}
