import "server-only";
import { assertVersion } from "@/lib/audit/assert-version";
import { writeAudits } from "@/lib/audit/write-audit";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { visibilityOf } from "@/lib/auth/visibility";
import { visibleCustomers } from "@/lib/auth/visible-customers";
import { AppError, type Issue } from "@/lib/errors";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { loadList, recordRights } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { saveConditions } from "../condition/condition.data";
import { identityIssues, type TriggerIssue } from "../condition/condition.rules";
import { conditionInputOf } from "../condition/condition.schema";
import { assertGeofences } from "../condition/geofence.operations";
import { assertAlarmable } from "../condition/limit-consistency.service";
import type { ExceptionChange } from "../evaluation/evaluation.schema";
import { publishExceptions } from "../evaluation/evaluation.service";
import { mayBind } from "./binding.operations";
import { endConditions, lockFollowed } from "./detaching.data";
import { savePlan } from "./plan.data";
import { assertGroups } from "./plan.operations";
import {
  boundCarriers,
  deleteTrigger,
  findTriggers,
  getTrigger,
  insertTrigger,
  lockTrigger,
  lockTriggers,
  setEnabled,
  updateTrigger,
  withCarriers,
} from "./trigger.data";
import { boundTo, limitsOf, refusedAt, strangerAmong } from "./trigger.rules";
import {
  type AlarmTriggerDto,
  AlarmTriggerInput,
  AlarmTriggerListQuery,
  type AlarmTriggerRowDto,
  type PlanRowInput,
  TriggerRemoveInput,
  TriggerSwitchInput,
  TriggerUpdateInput,
} from "./trigger.schema";

type Mutation = OperationContext & { tx: Db; afterCommit: (work: () => Promise<void>) => void };
type Changed = { old: AlarmTriggerDto; new: AlarmTriggerDto };

const AUDIT = { entity: "alarmTrigger", id: ({ id }: { id: number }) => id };
const BATCH_AUDIT = { entity: "alarmTriggerBatch", id: ({ ids }: { ids: number[] }) => ids.join(",") };

const list = defineOperation({
  name: "alarmTrigger.list",
  kind: "query",
  permission: "viewAlarmTrigger",
  input: AlarmTriggerListQuery,
  run: ({ db, scope }, query): Promise<Page<AlarmTriggerRowDto>> => findTriggers(db, scope, query),
});

const get = defineOperation({
  name: "alarmTrigger.get",
  kind: "query",
  permission: "viewAlarmTrigger",
  input: ById,
  async run({ db, scope }, { id }): Promise<AlarmTriggerRowDto> {
    const [row] = await withCarriers(db, [await getTrigger(db, scope, id)]);
    return row as AlarmTriggerRowDto;
  },
});

const planSnapshot = (plan: readonly PlanRowInput[]) =>
  plan.map(({ contactGroupId, isOnDuty }, index) => ({
    id: contactGroupId,
    isOnDuty,
    path: `plan.${index}.contactGroupId`,
  }));

/** Throws if there are issues, with the paths of the fields. */
function refuse(field: "conditions" | "plan" | "customerId", issues: readonly TriggerIssue[]): void {
  const [first] = issues;
  if (!first) return;
  const named = issues.map(({ path, ...issue }): Issue => ({ ...issue, path: [field, ...path].join(".") }));
  throw new AppError("INVALID", `${named[0]?.path}: ${first.message}`, { issues: named });
}

const create = defineOperation({
  name: "alarmTrigger.create",
  kind: "mutation",
  permission: "newAlarmTrigger",
  input: AlarmTriggerInput,
  async run(ctx, { customerId: wanted, conditions, plan, ...values }): Promise<AlarmTriggerDto> {
    const { customerId } = resolveWriteTarget(ctx, { customerId: wanted });
    await lockActiveCustomer(ctx.tx, customerId);
    refuse("conditions", identityIssues([], conditions));
    refuse("plan", strangerAmong([], plan));
    await assertAlarmable(ctx.tx, customerId, limitsOf(conditions));
    await assertGeofences(ctx.tx, customerId, conditions);
    await assertGroups(ctx, customerId, planSnapshot(plan));
    const id = await insertTrigger(ctx.tx, { ...values, customerId });
    await saveConditions(ctx.tx, id, conditions);
    await savePlan(ctx.tx, { triggerId: id }, plan);
    const made = await getTrigger(ctx.tx, ctx.scope, id);
    ctx.audit({ customerId, new: made });
    return made;
  },
  audit: AUDIT,
});

/** The trigger as its update takes it. */
const inputOf = ({ conditions, plan, ...trigger }: AlarmTriggerDto) => ({
  ...trigger,
  conditions: conditions.map(conditionInputOf),
  plan: plan.map(({ groupName: _, ...row }) => row),
});

/** Changes conditions in place, so that their exceptions continue. Exceptions of removed conditions end at once. */
const update = defineOperation({
  name: "alarmTrigger.update",
  kind: "mutation",
  permission: "editAlarmTrigger",
  input: TriggerUpdateInput,
  async run(ctx, { id, version, customerId, conditions, plan, ...values }): Promise<AlarmTriggerDto> {
    const old = await lockTrigger(ctx.tx, ctx.scope, id);
    await assertVersion(ctx, { entity: "alarmTrigger", id, version }, async () => inputOf(old));
    if (customerId !== undefined && customerId !== old.customerId)
      refuse("customerId", [{ path: [], rule: "fixed", message: "a trigger stays with its customer" }]);
    refuse("conditions", identityIssues(old.conditions, conditions));
    refuse("plan", strangerAmong(old.plan, plan));
    await assertAlarmable(ctx.tx, old.customerId, limitsOf(conditions));
    await assertGeofences(ctx.tx, old.customerId, conditions);
    await assertGroups(ctx, old.customerId, planSnapshot(plan));
    const removed = old.conditions.map((one) => one.id).filter((one) => !conditions.some((kept) => kept.id === one));
    await end(ctx, old, removed);
    await updateTrigger(ctx.tx, id, values);
    await saveConditions(ctx.tx, id, conditions, removed);
    await savePlan(ctx.tx, { triggerId: id }, plan);
    const changed: Changed = { old, new: await getTrigger(ctx.tx, ctx.scope, id) };
    ctx.audit({ customerId: old.customerId, ...changed });
    return changed.new;
  },
  audit: AUDIT,
});

async function end(ctx: Mutation, { id, customerId }: AlarmTriggerDto, conditionIds: readonly number[]) {
  const changes: ExceptionChange[] = await endConditions(
    ctx.tx,
    { customerId, triggerId: id, conditionIds },
    ctx.now.getTime(),
  );
  if (changes.length > 0) ctx.afterCommit(() => publishExceptions(changes));
}

const allOf = ({ conditions }: AlarmTriggerDto) => conditions.map(({ id }) => id);

/** Deletes a trigger without bound carriers; exceptions that its conditions still have open elsewhere end. */
async function removeOne(ctx: Mutation, id: number, path: string): Promise<AlarmTriggerDto> {
  const old = await lockTrigger(ctx.tx, ctx.scope, id);
  const carriers = await boundCarriers(ctx.tx, visibilityOf(ctx), id);
  if (carriers.length > 0) throw boundTo(path, carriers);
  await end(ctx, old, allOf(old));
  await deleteTrigger(ctx.tx, id);
  return old;
}

const remove = defineOperation({
  name: "alarmTrigger.remove",
  kind: "mutation",
  permission: "removeAlarmTrigger",
  input: ById,
  async run(ctx, { id }): Promise<AlarmTriggerDto> {
    const old = await removeOne(ctx, id, "id");
    ctx.audit({ customerId: old.customerId, old });
    return old;
  },
  audit: AUDIT,
});

/** Switches a trigger. Switched off, it raises nothing, and its open exceptions end: no condition covers them. */
async function switchOne(ctx: Mutation, id: number, isEnabled: boolean): Promise<Changed> {
  if (isEnabled) await lockActiveCustomer(ctx.tx, (await getTrigger(ctx.tx, ctx.scope, id)).customerId, "isEnabled");
  const old = await lockTrigger(ctx.tx, ctx.scope, id);
  if (!isEnabled) await end(ctx, old, allOf(old));
  await setEnabled(ctx.tx, id, isEnabled);
  return { old, new: { ...old, isEnabled } };
}

export const alarmTriggers = { list, get, create, update, remove };

export const switchTrigger = defineOperation({
  name: "alarmTrigger.switch",
  kind: "mutation",
  permission: "editAlarmTrigger",
  input: TriggerSwitchInput.omit({ ids: true }).safeExtend(ById.shape),
  async run(ctx, { id, isEnabled }): Promise<AlarmTriggerDto> {
    const changed = await switchOne(ctx, id, isEnabled);
    ctx.audit({ customerId: changed.old.customerId, ...changed });
    return changed.new;
  },
  audit: AUDIT,
});

/** Applies an action to each in one order, so that two batches wait for each other instead of deadlocking. */
async function toEach(
  ctx: Mutation,
  ids: readonly number[],
  operation: string,
  work: (id: number) => Promise<{ old: AlarmTriggerDto; new?: AlarmTriggerDto }>,
): Promise<number | undefined> {
  let customerId: number | undefined;
  const entries = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const path = `ids.${ids.indexOf(id)}`;
    const change = await work(id).catch((error: unknown) => Promise.reject(refusedAt(error, path)));
    customerId ??= change.old.customerId;
    if (change.old.customerId !== customerId) {
      const issue = { path, rule: "sameCustomer", message: "is of another customer" };
      throw new AppError("INVALID", `${path}: ${issue.message}`, { issues: [issue] });
    }
    entries.push({ operation, entity: "alarmTrigger", entityId: String(id), ...change });
  }
  if (customerId !== undefined) await writeAudits(ctx.tx, ctx, customerId, entries);
  return customerId;
}

/** Switches triggers of one customer on or off, all or none. */
export const switchTriggers = defineOperation({
  name: "alarmTrigger.switchBatch",
  kind: "mutation",
  permission: "editAlarmTrigger",
  input: TriggerSwitchInput,
  async run(ctx, { ids, isEnabled }): Promise<{ ids: number[] }> {
    if (!isEnabled) await lockFollowed(ctx.tx, await lockTriggers(ctx.tx, ctx.scope, ids));
    const customerId = await toEach(ctx, ids, "alarmTrigger.switch", (id) => switchOne(ctx, id, isEnabled));
    ctx.audit({ ...(customerId !== undefined && { customerId }) });
    return { ids };
  },
  audit: BATCH_AUDIT,
});

/** Deletes triggers of one customer, all or none. */
export const removeTriggers = defineOperation({
  name: "alarmTrigger.removeBatch",
  kind: "mutation",
  permission: "removeAlarmTrigger",
  input: TriggerRemoveInput,
  async run(ctx, { ids }): Promise<{ ids: number[] }> {
    await lockFollowed(ctx.tx, await lockTriggers(ctx.tx, ctx.scope, ids));
    const removed = async (id: number) => ({ old: await removeOne(ctx, id, "id") });
    const customerId = await toEach(ctx, ids, "alarmTrigger.remove", removed);
    ctx.audit({ ...(customerId !== undefined && { customerId }) });
    return { ids };
  },
  audit: BATCH_AUDIT,
});

/** The data of the list page, and the account's rights there. */
export async function loadTriggerScreen(ctx: PageContext) {
  const view = await loadList(ctx, list);
  // An account bound to some nodes sees the triggers of its carriers, but must not change them for others.
  const mayChange = ctx.scope.sceneIds === "all";
  const { create, edit, remove: mayRemove } = recordRights(ctx, "AlarmTrigger");
  const rights = { create: mayChange && create, edit: mayChange && edit, remove: mayChange && mayRemove };
  // The customer name is shown only if several customers are in reach.
  const isOfSeveral = ctx.scope.customerIds === "all" || ctx.scope.customerIds.length > 1;
  const customers = isOfSeveral ? await visibleCustomers(ctx.db, ctx.scope) : [];
  return { ...view, rights, mayBind: mayBind(ctx), customers, customerId: ctx.principal.customer.id };
}
