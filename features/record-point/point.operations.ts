import "server-only";
import { cache } from "react";
import { daysOf } from "@/features/carrier/detail/detail.operations";
import { getRecord, seenPlace } from "@/features/carrier/record-time/operations";
import { nextPlanned, PRESET_PLANS, TOLERANCE_MINUTES } from "@/features/carrier/record-time/plan.rules";
import { lockPlace, pointOf, savePlan } from "@/features/carrier/record-time/plan.service";
import { timeOf } from "@/features/carrier/record-time/rules";
import { assertVersion } from "@/lib/audit/assert-version";
import { conflict, notFound } from "@/lib/errors";
import { holds } from "@/lib/operation/context";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { type RecordPointDto, RecordPointInput, RecordPointUpdate } from "./point.schema";
import { listSheets } from "./sheet.operations";

type Place = Awaited<ReturnType<typeof lockPlace>>;
type RecordPoint = NonNullable<Awaited<ReturnType<typeof pointOf>>>;

function dtoOf({ id, name, type, timeZone }: Place, point: RecordPoint | undefined, now: number): RecordPointDto {
  const next = point?.isActive ? nextPlanned(point, timeZone, now) : null;
  return {
    id,
    name,
    type,
    timeZone,
    isPoint: point !== undefined,
    preset: point?.preset ?? "custom",
    times: (point?.minutes ?? []).map(timeOf),
    intervalMinutes: point?.intervalMinutes ?? null,
    toleranceMinutes: point?.toleranceMinutes ?? TOLERANCE_MINUTES.usual,
    nextAt: next === null ? null : new Date(next).toISOString(),
    version: point?.version ?? 0,
  };
}

/** Returns when the values of a carrier go on record. */
export const getRecordPoint = defineOperation({
  name: "recordPoint.get",
  kind: "query",
  permission: "viewRecordPoint",
  input: ById,
  async run(ctx, { id }): Promise<RecordPointDto> {
    const place = await seenPlace(ctx, id);
    return dtoOf(place, await pointOf(ctx.db, id), ctx.now.getTime());
  },
});

/** What the audit trail says of a plan. */
const audited = (point: RecordPoint | undefined) =>
  point && {
    preset: point.preset,
    recordTimes: point.minutes.map(timeOf),
    intervalMinutes: point.intervalMinutes,
    toleranceMinutes: point.toleranceMinutes,
  };

async function save(ctx: MutationContext, place: Place, input: RecordPointInput | null): Promise<RecordPointDto> {
  const { tx, now } = ctx;
  const { id: carrierId, customerId, timeZone } = place;
  const old = await pointOf(tx, carrierId);
  const { preset, intervalMinutes, toleranceMinutes } = input ?? { ...PRESET_PLANS.custom, preset: "custom" as const };
  const minutes = (input?.times ?? []).toSorted((a, b) => a - b);
  await savePlan(
    tx,
    { carrierId, customerId, timeZone },
    { preset, intervalMinutes, toleranceMinutes, minutes },
    now.getTime(),
  );
  const point = await pointOf(tx, carrierId);
  const [before, after] = [audited(old), audited(point)];
  ctx.audit({ customerId, ...(before && { old: before }), ...(after && { new: after }) });
  return dtoOf(place, point, now.getTime());
}

const audit = { entity: "recordPoint", id: ({ id }: { id: number }) => id };

/** Makes a carrier a record point: its values go on record from now on. */
export const createRecordPoint = defineOperation({
  name: "recordPoint.create",
  kind: "mutation",
  permission: "newRecordPoint",
  input: RecordPointInput,
  async run(ctx, input) {
    const place = await lockPlace(ctx, input.id);
    if (await pointOf(ctx.tx, place.id)) throw conflict("id", "unique", "it is a record point already");
    return save(ctx, place, input);
  },
  audit,
});

/** Changes when the values go on record, from now on. */
export const updateRecordPoint = defineOperation({
  name: "recordPoint.update",
  kind: "mutation",
  permission: "editRecordPoint",
  input: RecordPointUpdate,
  async run(ctx, { version, ...input }) {
    const place = await lockPlace(ctx, input.id);
    const { id } = place;
    const point = await pointOf(ctx.tx, id);
    if (!point) throw notFound("recordPoint", id);
    const read = async () => dtoOf(place, point, ctx.now.getTime());
    await assertVersion(ctx, { entity: "recordPoint", id, version }, read);
    return save(ctx, place, input);
  },
  audit,
});

/** Ends the recording of a carrier. Its sheets remain. */
export const removeRecordPoint = defineOperation({
  name: "recordPoint.remove",
  kind: "mutation",
  permission: "removeRecordPoint",
  input: ById,
  async run(ctx, { id }) {
    const place = await lockPlace(ctx, id);
    if (!(await pointOf(ctx.tx, id))) throw notFound("recordPoint", id);
    return save(ctx, place, null);
  },
  audit,
});

/** The calls of a record point. */
export const recordPoints = {
  get: getRecordPoint,
  create: createRecordPoint,
  update: updateRecordPoint,
  remove: removeRecordPoint,
};

/** Sheets shown beside a record point. */
const SHEETS_SHOWN = 15;

/** The record point named by the URL, its values of some days, and its newest sheets. */
export const loadRecordPoint = cache(async (ctx: PageContext) => {
  const asked = ById.safeParse({ id: ctx.search.id });
  if (!asked.success) throw notFound("carrier", String(ctx.search.id ?? ""));
  const { id } = asked.data;
  const point = await getRecordPoint.call(ctx, { id });
  const { today, ...days } = daysOf(ctx, point.timeZone);
  const sheets = await listSheets.call(ctx, { carrierId: id, iDisplayLength: SHEETS_SHOWN });
  return {
    point,
    // Readings are the business of whoever may see the carrier; an interval has too many records to list here.
    record: holds(ctx, "viewCarrier") && point.times.length > 0 ? await getRecord.call(ctx, { id, ...days }) : null,
    sheets,
    ...days,
    today,
    now: ctx.now.getTime(),
    rights: {
      create: holds(ctx, "newRecordPoint"),
      edit: holds(ctx, "editRecordPoint"),
      remove: holds(ctx, "removeRecordPoint"),
    },
  };
});
