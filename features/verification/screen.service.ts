import "server-only";
import { cache } from "react";
import { notFound } from "@/lib/errors";
import { holds } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { understoodOf } from "@/lib/resource/list-query";
import { listDue } from "./due.operations";
import { lookUpPointPresets } from "./preset/operations";
import { listSamples } from "./record.operations";
import { SampleQuery } from "./record.schema";
import { getOneTask, listTasks } from "./task.operations";

const clockOf = ({ principal, now }: PageContext) => ({ timeZone: principal.customer.timeZone, now: now.getTime() });
const showsCustomers = ({ scope: { customerIds } }: PageContext) => customerIds === "all" || customerIds.length > 1;

/** Loads the list page: the tasks, and the account's rights. */
export const loadTaskScreen = async (ctx: PageContext) => ({
  view: await loadList(ctx, listTasks),
  rights: recordRights(ctx, "VerifyTask"),
  showsCustomers: showsCustomers(ctx),
});

/** Loads the carriers with when they are due. */
export const loadDueScreen = async (ctx: PageContext) => ({
  view: await loadList(ctx, listDue),
  mayPlan: ctx.principal.permissions.has("newVerifyTask"),
  mayOrder: ctx.principal.permissions.has("newWorkOrder"),
  showsCustomers: showsCustomers(ctx),
});

function idIn(search: PageContext["search"]): number {
  const asked = ById.safeParse({ id: search.id });
  if (!asked.success) throw notFound("verificationTask", String(search.id ?? ""));
  return asked.data.id;
}

/** The task of the address. Throws NOT_FOUND. */
const askedTask = cache((ctx: PageContext) => getOneTask.call(ctx, { id: idIn(ctx.search) }));

/** The number and name of the task of the address. */
export async function nameOfTask(ctx: PageContext): Promise<string> {
  const { number, name } = await askedTask(ctx);
  return `${number} · ${name}`;
}

/** Loads the task of the address. Throws NOT_FOUND. */
export const loadTaskDetail = async (ctx: PageContext) => ({
  task: await askedTask(ctx),
  mayReport: ctx.principal.permissions.has("newReport"),
  ...clockOf(ctx),
});

/** Loads the plan of the task of the address, and the presets to choose from. Throws NOT_FOUND. */
export const loadTaskPlan = async (ctx: PageContext) => ({
  task: await askedTask(ctx),
  presets: await lookUpPointPresets.call(ctx, {}),
  mayDevices: holds(ctx, "viewDevice"),
});

/** Loads a page of the samples of the task of the address. Throws NOT_FOUND. */
export async function loadSamples(ctx: PageContext) {
  const id = idIn(ctx.search);
  const values = understoodOf(SampleQuery, ctx.search);
  const task = await askedTask(ctx);
  const query = SampleQuery.parse({ ...values, id });
  return {
    task,
    query,
    page: task.recordedFrom === null ? null : await listSamples.call(ctx, query),
    ...clockOf(ctx),
  };
}
