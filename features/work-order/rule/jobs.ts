import "server-only";
import { createTranslator } from "use-intl/core";
import { z } from "zod";
import { transaction } from "@/db/client";
import type { Translate } from "@/features/notice/notice.rules";
import { writeAudit } from "@/lib/audit/write-audit";
import { customerScope } from "@/lib/auth/scope";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError } from "@/lib/errors";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { log } from "@/lib/log/log";
import type { MutationContext } from "@/lib/operation/define-operation";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { insertEvent } from "../event.data";
import { getOrder } from "../order.data";
import { keyOf, TYPE_OF } from "../order.rules";
import { TITLE_LENGTH, WorkOrderCreate } from "../order.schema";
import { auditedOf, holdersOf, publish, submitOrder, tell } from "../order.service";
import { dueOf } from "./rules";
import {
  type DueOrder,
  type Found,
  findCauses,
  findDueOrders,
  findRules,
  markTold,
  type WatchedRule,
} from "./watch.data";

const NAME = "workOrder.watch";

/** Runs a change of one customer's order as the system; live events follow its commit. */
async function asSystem(job: JobContext, customerId: number, work: (ctx: MutationContext) => Promise<void>) {
  const committed: (() => Promise<void>)[] = [];
  await transaction(job.db, async (tx) => {
    const base = operationContext(NAME, { db: tx, now: job.now }, customerScope(customerId));
    await work({ ...base, tx, audit: () => {}, afterCommit: (one) => void committed.push(one) });
  });
  for (const one of committed) await one();
}

/** Title and description of an order in the language of the customer's first account. */
async function wordsOf(rule: WatchedRule, { subject, carrierName, figure }: Found) {
  const locale = toLocale(rule.locale) ?? DEFAULT_LOCALE;
  const t = createTranslator({
    locale,
    messages: await loadMessages(locale),
    namespace: "workOrderRule",
  }) as unknown as Translate;
  const values = { subject, count: Math.abs(figure ?? 0) };
  const isOver = (figure ?? 0) < 0 && (rule.cause === "calibration" || rule.cause === "verification");
  const cause = figure === null ? "verificationFailed" : isOver ? `${rule.cause}Over` : rule.cause;
  const place = carrierName !== null && carrierName !== subject ? `${t("words.carrier", { name: carrierName })}\n` : "";
  return {
    title: t(`words.title.${cause}`, values).slice(0, TITLE_LENGTH),
    description: `${place}${t(`words.text.${cause}`, values)}\n${t("words.byRule", { name: rule.name })}`,
  };
}

async function submitFor(job: JobContext, rule: WatchedRule, found: Found): Promise<void> {
  const { id: ruleId, customerId, cause, remindMinutes, assigneeId, groupId } = rule;
  const { exceptionId, deviceId, carrierId } = found;
  const causeKey = keyOf(cause, (exceptionId ?? deviceId ?? carrierId) as number);
  const words = await wordsOf(rule, found);
  await asSystem(job, customerId, async (ctx) => {
    const about = exceptionId !== null ? { exceptionId } : deviceId !== null ? { deviceId } : { carrierId };
    const due = { dueAt: dueOf(rule, job.now), remindMinutes };
    const values = { type: TYPE_OF[cause], ...words, ...about, ...due, assigneeId, groupId };
    const by = { ruleId, cause, causeKey, name: rule.name };
    const row = await submitOrder(ctx, WorkOrderCreate.parse(values), by);
    const entry = { operation: "workOrder.createByRule", entity: "workOrder", entityId: String(row.id) };
    await writeAudit(ctx.tx, ctx, { ...entry, customerId, new: auditedOf(row), reason: rule.name });
  });
}

/** Submits an order for each cause that a rule finds and that has none. */
export const applyWorkOrderRules = defineJob({
  name: NAME,
  payload: z.object({}),
  everySeconds: 60,
  async run(_payload, job) {
    for (const rule of await findRules(job.db))
      for (const found of await findCauses(job.db, rule, job.now)) {
        if (job.signal.aborted) throw new Error("the worker is stopping");
        try {
          await submitFor(job, rule, found);
        } catch (error) {
          // Another worker was faster, or whom the rule names no longer serves this customer: others go on.
          if (!(error instanceof AppError)) throw error;
          log.info(
            { err: error, ruleId: rule.id, deviceId: found.deviceId, carrierId: found.carrierId },
            "work order: a rule could not submit one",
          );
        }
      }
  },
});

async function warn(job: JobContext, due: DueOrder): Promise<void> {
  await asSystem(job, due.customerId, async (ctx) => {
    if (!(await markTold(ctx.tx, due, job.now))) return;
    const row = await getOrder(ctx.tx, visibilityOf(ctx), due.id, job.now);
    const { userIds, ...group } = { groupId: null, ...holdersOf(row) };
    const kind = due.isOver ? "overdue" : "reminded";
    await insertEvent(ctx.tx, due.id, { kind, by: { id: null, name: "" }, at: job.now });
    // Whoever ordered it waits: told of the delay, not of the warning.
    const told = due.isOver ? [...userIds, row.orderer?.id ?? null] : userIds;
    const occasion = row.dueAt ?? 0;
    await tell(ctx, row, due.isOver ? "overdue" : "reminder", { userIds: told, ...group }, occasion);
    publish(ctx, row, kind);
  });
}

/** Warns of orders that are soon due, and says which are overdue, each once for a due time. */
export const warnOfWorkOrders = defineJob({
  name: "workOrder.warn",
  payload: z.object({}),
  everySeconds: 30,
  async run(_payload, job) {
    for (const due of await findDueOrders(job.db, job.now)) {
      if (job.signal.aborted) throw new Error("the worker is stopping");
      await warn(job, due);
    }
  },
});
