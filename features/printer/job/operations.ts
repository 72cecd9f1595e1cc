import "server-only";
import { type PreviewDto, PreviewQuery, PrintInput } from "@/features/print/content.schema";
import { AppError } from "@/lib/errors";
import { requestOrigin } from "@/lib/http/request-origin";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { documentOf, previewOf, testDocument } from "../content/service";
import { getPrinter } from "../printer.data";
import { TestInput } from "../printer.schema";
import { changeJob, findJobs, getJob, lockJob, queueDelivery, queueWithdrawal, unqueue, viewerOf } from "./data";
import { assertAllowed, type JobAct } from "./rules";
import { type JobDetailDto, type JobDto, JobListQuery } from "./schema";
import { auditedJob, eventOf, findRequested, requestPrint, shown } from "./service";

export const listPrintJobs = defineOperation({
  name: "printJob.list",
  kind: "query",
  permission: "viewPrinter",
  input: JobListQuery,
  run: (ctx, query): Promise<Page<JobDto>> => findJobs(ctx.db, viewerOf(ctx), query),
});

/** A job with what is printed. */
export const getPrintJob = defineOperation({
  name: "printJob.get",
  kind: "query",
  permission: "viewPrinter",
  input: ById,
  async run(ctx, { id }): Promise<JobDetailDto> {
    const job = await getJob(ctx.db, viewerOf(ctx), id);
    return { ...shown(job), columns: job.columns, preview: await previewOf(job.content, job.document) };
  },
});

const asked = async (ctx: OperationContext, values: Pick<PreviewQuery, "content" | "ids" | "day">) => ({
  ...values,
  locale: toLocale(ctx.locale) ?? DEFAULT_LOCALE,
  origin: await requestOrigin(),
  at: ctx.now,
});

/** What a print of these records would show. */
export const previewPrint = defineOperation({
  name: "printJob.preview",
  kind: "query",
  permission: "printPrinter",
  input: PreviewQuery,
  async run(ctx, query): Promise<PreviewDto> {
    const { document } = await documentOf(ctx, await asked(ctx, query));
    return previewOf(query.content, document);
  },
});

const audit = { entity: "printJob", id: ({ id }: JobDto) => id };

/** Prints records in the caller's language. */
export const createPrintJob = defineOperation({
  name: "printJob.create",
  kind: "mutation",
  permission: "printPrinter",
  input: PrintInput,
  async run(ctx, { printerId, copies, requestKey, ...values }): Promise<JobDto> {
    const printer = await getPrinter(ctx.tx, ctx.scope, printerId);
    const { customerId } = printer;
    const known = await findRequested(ctx, customerId, requestKey);
    if (known) return audited(ctx, known);
    const made = await documentOf(ctx, await asked(ctx, values));
    if (made.customerId !== customerId) {
      const issue = { path: "printerId", rule: "sameCustomer", message: "must be of the same customer" };
      throw new AppError("INVALID", `printerId: ${issue.message}`, { issues: [issue] });
    }
    const { document } = made;
    return audited(ctx, await requestPrint(ctx, printer, { content: values.content, document, copies, requestKey }));
  },
  audit,
});

function audited(ctx: MutationContext, job: JobDto): JobDto {
  ctx.audit({ customerId: job.customerId, new: auditedJob(job) });
  return job;
}

/** Prints the test page of a printer. */
export const testPrinter = defineOperation({
  name: "printer.test",
  kind: "mutation",
  permission: "printPrinter",
  input: TestInput,
  async run(ctx, { id, requestKey }): Promise<JobDto> {
    const printer = await getPrinter(ctx.tx, ctx.scope, id);
    const { locale, origin } = await asked(ctx, { content: "carrierLabel", ids: [] });
    const document = await testDocument(ctx, printer, locale, origin);
    return audited(ctx, await requestPrint(ctx, printer, { content: "test", document, copies: 1, requestKey }));
  },
  audit,
});

/** Changes a job as the act says. Throws CONFLICT if its state forbids it. */
async function act(
  ctx: MutationContext,
  verb: JobAct,
  id: number,
  values: Partial<Parameters<typeof changeJob>[3]>,
): Promise<JobDto> {
  const viewer = viewerOf(ctx);
  const old = await lockJob(ctx.tx, viewer, id);
  assertAllowed(verb, old.state);
  await changeJob(ctx.tx, id, [old.state], values);
  if (verb === "retry") await queueDelivery(ctx.tx, id, old.printerId ?? 0);
  else await unqueue(ctx.tx, id);
  if (verb === "cancel" && old.state === "atPrinter") await queueWithdrawal(ctx.tx, id);
  const job = shown(await getJob(ctx.tx, viewer, id));
  ctx.audit({ customerId: job.customerId, old: auditedJob(old), new: auditedJob(job) });
  ctx.afterCommit(() => liveBus().publish([eventOf(job.customerId, { jobId: id, state: job.state })]));
  return job;
}

/** Tries a job again at once. One that an IPP printer has after all is not sent again. */
export const retryPrintJob = defineOperation({
  name: "printJob.retry",
  kind: "mutation",
  permission: "printPrinter",
  input: ById,
  run: (ctx, { id }) =>
    act(ctx, "retry", id, { state: "waiting", attempts: 0, nextTryAt: null, endedAt: null, isConfirmed: null }),
  audit,
});

/** A person says that an unclear job is on paper. */
export const confirmPrintJob = defineOperation({
  name: "printJob.confirm",
  kind: "mutation",
  permission: "printPrinter",
  input: ById,
  run: (ctx, { id }) =>
    act(ctx, "confirm", id, { state: "printed", isConfirmed: false, nextTryAt: null, endedAt: ctx.now }),
  audit,
});

/** Gives a job up; a printer that has it is asked to do so too. */
export const cancelPrintJob = defineOperation({
  name: "printJob.cancel",
  kind: "mutation",
  permission: "printPrinter",
  input: ById,
  run: (ctx, { id }) => act(ctx, "cancel", id, { state: "cancelled", nextTryAt: null, endedAt: ctx.now }),
  audit,
});
