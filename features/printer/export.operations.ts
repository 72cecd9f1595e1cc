import "server-only";
import { listExport, until } from "@/lib/export/list-export";
import { groupStore } from "./group/data";
import { type GroupDto, GroupListQuery } from "./group/schema";
import { findJobs, viewerOf } from "./job/data";
import { type JobDto, JobListQuery } from "./job/schema";
import { printerStore } from "./printer.data";
import { type PrinterDto, PrinterListQuery } from "./printer.schema";

/** The printers that match the list's criteria, in its order. */
export const printerExport = listExport({
  kind: "printer",
  permission: "viewPrinter",
  input: PrinterListQuery,
  headers: "print.printer.field",
  columns: {
    ...{ name: 24, location: 24, condition: 18, kind: 20, host: 30, openJobs: 12, model: 24, checkedAt: 30 },
    ...{ isEnabled: 10, customerId: 24 },
  },
  page: (ctx, query) => printerStore.find(ctx, query),
  cells(row: PrinterDto, { look, stamp }) {
    const t = look("print.printer");
    const condition = row.checkedAt === null ? "unknown" : row.problem === null ? "ready" : "problem";
    return {
      ...{ name: row.name, location: row.location, kind: t(`kindShort.${row.kind}`), host: `${row.host}:${row.port}` },
      condition: look("printDialog.condition")(row.isEnabled ? condition : "off"),
      ...{ openJobs: row.openJobs, model: row.model, checkedAt: stamp(row.checkedAt) },
      ...{ isEnabled: look("print.enabled")(String(row.isEnabled)), customerId: row.customerName },
    };
  },
});

/** The print groups that match the list's criteria, in its order. */
export const printGroupExport = listExport({
  kind: "printGroup",
  permission: "viewPrinter",
  input: GroupListQuery,
  headers: "print.group.field",
  columns: {
    ...{ name: 24, contents: 30, carrierIds: 40, printerIds: 30, times: 20, day: 20, copies: 10, nextAt: 30 },
    ...{ isEnabled: 10, customerId: 24 },
  },
  page: (ctx, query) => groupStore.find(ctx, query),
  cells(row: GroupDto, { look, stamp }) {
    const t = look("print.group");
    const others = row.otherCarriers > 0 ? [t("rest", { count: row.otherCarriers })] : [];
    return {
      ...{ name: row.groupName, contents: row.contents.map((one) => look("printDialog.content")(one)).join("; ") },
      carrierIds: [...row.carriers.map(({ name }) => name), ...others].join("; "),
      ...{ printerIds: row.printers.map(({ name }) => name).join("; "), times: row.times.join(", ") },
      ...{ day: t(`day.${row.day}`), copies: row.copies, nextAt: stamp(row.nextAt) },
      ...{ isEnabled: look("print.enabled")(String(row.isEnabled)), customerId: row.customerName },
    };
  },
});

/** The print jobs that match the list's criteria, in its order. */
export const printJobExport = listExport({
  kind: "printJob",
  permission: "viewPrinter",
  input: JobListQuery,
  headers: "print.job.field",
  columns: {
    ...{ title: 40, state: 14, printer: 24, asked: 30, createdAt: 30, endedAt: 30, attempts: 12, copies: 10 },
    customerId: 24,
  },
  page: (ctx, query) => findJobs(ctx.db, viewerOf(ctx), until(ctx, query)),
  cells(row: JobDto, { look, stamp }) {
    const t = look("print.job");
    const asked = [row.userName, row.groupName].filter(Boolean).join(" · ");
    return {
      title: t("titleOf", { title: look("printDialog.content")(row.content), count: row.pages }),
      ...{ state: t(`state.${row.state}`), printer: row.printerName, asked: asked || t("byGroup") },
      ...{ createdAt: stamp(row.createdAt), endedAt: stamp(row.endedAt), attempts: row.attempts },
      ...{ copies: row.copies, customerId: row.customerName },
    };
  },
});
