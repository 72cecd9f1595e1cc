import "server-only";
import { AppError, conflict, notFound } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { calendarDay } from "@/lib/validation/instant";
import { lockGroup } from "../contact/contact.data";
import { namedTriggers } from "../contact/contact.rules";
import { contactGroups } from "../contact/group.operations";
import { CALENDAR_DAYS, getDutyRota, removeDutyRota, saveDutyRota } from "./duty.data";
import { gapsOf, namedContacts } from "./duty.rules";
import { type DutyRotaDto, DutyRotaSaveInput } from "./duty.schema";

const DAY_MS = 86_400_000;
const audit = { entity: "dutyRota", id: ({ id }: { id: number }) => id };

export const getRota = defineOperation({
  name: "dutyRota.get",
  kind: "query",
  permission: "viewContacts",
  input: ById,
  run: ({ db, scope, now }, { id }): Promise<DutyRotaDto> => getDutyRota(db, scope, id, now),
});

/**
 * Saves the rota of a contact group as a whole. Throws CONFLICT if it was saved by somebody else meanwhile, if it names
 * a contact of another group, or if the next four weeks have gaps that are not accepted.
 */
export const saveRota = defineOperation({
  name: "dutyRota.save",
  kind: "mutation",
  permission: "editContacts",
  input: DutyRotaSaveInput,
  async run({ tx, scope, now, audit }, { id, ...input }): Promise<DutyRotaDto> {
    const group = await lockGroup(tx, scope, id);
    const old = await getDutyRota(tx, scope, id, now);
    if ((old.rota?.version ?? null) !== input.version)
      throw conflict("version", "changed", "somebody else has saved this rota meanwhile");
    const stranger = namedContacts(input).find((named) => !old.people.some((one) => one.id === named.id));
    if (stranger) {
      const issue = { path: stranger.path, rule: "reference", message: "is no contact of this group" };
      throw new AppError("NOT_FOUND", `${stranger.path}: ${issue.message}`, { issues: [issue] });
    }
    const at = now.getTime();
    const gaps = gapsOf(input, at, at + CALENDAR_DAYS * DAY_MS, old.timeZone);
    if (gaps.length > 0 && !input.acceptsGaps) {
      const hours = Math.ceil(gaps.reduce((sum, { from, to }) => sum + (to - from), 0) / 3_600_000);
      throw conflict("acceptsGaps", "dutyGaps", "nobody is on duty at some hours of the next four weeks", hours);
    }
    await saveDutyRota(tx, group, input, now);
    const saved = await getDutyRota(tx, scope, id, now);
    audit({ customerId: group.customerId, ...(old.rota && { old: old.rota }), ...(saved.rota && { new: saved.rota }) });
    return saved;
  },
  audit,
});

/** Throws CONFLICT while a plan notifies who is on duty, and NOT_FOUND if there is no rota. */
export const removeRota = defineOperation({
  name: "dutyRota.remove",
  kind: "mutation",
  permission: "editContacts",
  input: ById,
  async run({ tx, scope, now, audit }, { id }): Promise<{ id: number }> {
    const group = await lockGroup(tx, scope, id);
    const { rota, triggers } = await getDutyRota(tx, scope, id, now);
    if (!rota) throw notFound("rota of contact group", id);
    if (triggers.length > 0) throw conflict("id", "inUse", `who is on duty is notified by ${namedTriggers(triggers)}`);
    await removeDutyRota(tx, id);
    audit({ customerId: group.customerId, old: rota });
    return { id };
  },
  audit,
});

const Week = calendarDay();

/** Loads the page: the groups of the requested customer, and the rota of one of them. */
export async function loadDutyScreen(ctx: PageContext) {
  const asked = ById.safeParse({ id: ctx.search.groupId });
  const chosen = asked.success ? await findRota(ctx, asked.data.id) : null;
  const customerId = chosen?.customerId ?? ctx.principal.customer.id;
  const { items: groups } = await contactGroups.list.call(ctx, { customerId, iDisplayLength: 100 });
  const first = groups[0];
  const week = Week.safeParse(ctx.search.week);
  const shown = chosen ?? (first ? await getRota.call(ctx, { id: first.id }) : null);
  return {
    groups: groups.map(({ id, name }) => ({ id, name })),
    shown,
    week: week.success ? week.data : null,
    mayEdit: ctx.principal.permissions.has("editContacts"),
    now: ctx.now.getTime(),
  };
}

const findRota = (ctx: PageContext, id: number) =>
  getRota.call(ctx, { id }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  });
