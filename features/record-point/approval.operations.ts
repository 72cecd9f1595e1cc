import "server-only";
import type { SignatureMeaning } from "@/db/enums";
import { planCarrier } from "@/features/carrier/record-time/plan.service";
import { timeOf } from "@/features/carrier/record-time/rules";
import { type SignedRecord, signRecord, signRecords } from "@/features/signature/signature.service";
import { writeAuditOfEach } from "@/lib/audit/write-audit";
import { visibilityOf } from "@/lib/auth/visibility";
import { fromLocalInput } from "@/lib/datetime/zone";
import { type AppError, conflict, throwMerged } from "@/lib/errors";
import { defineOperation, type MutationContext, Refused } from "@/lib/operation/define-operation";
import { insertNextVersion, saveStatus } from "./change.data";
import { findRegular, findWatched } from "./collect.data";
import { collectRecords, publishSheets } from "./collect.service";
import { findValues, getSheet, lockSheet, type Sheet } from "./sheet.data";
import { assertAllows, assertComplete, monthAfter, type SignedAction, STATUS_AFTER, sheetRefusal } from "./sheet.rules";
import { ApproveBatchInput, CorrectInput, SignSheetInput } from "./sheet.schema";
import { signedSheet, subjectOf } from "./sheet.service";

const MEANINGS = {
  submit: "made",
  review: "reviewed",
  approve: "approved",
  reject: "rejected",
} as const satisfies Record<SignedAction, SignatureMeaning>;

const audit = { entity: "recordSheet", id: ({ id }: { id: number }) => id };

/** What the status columns become by a signed action. */
function columnsAfter({ actor, now }: MutationContext, action: SignedAction, reason: string) {
  const status = STATUS_AFTER[action];
  if (action === "submit")
    return { status, submittedAt: now, ...(actor.type === "user" && { submittedBy: actor.principal.user.id }) };
  if (action === "review") return { status, reviewedAt: now };
  return { status, decidedAt: now, ...(action === "reject" && { rejectionReason: reason }) };
}

/** Signs a locked sheet that allows the action, and stores its new status. */
async function signSheet(
  ctx: MutationContext,
  action: SignedAction,
  sheet: Sheet,
  { id, reason, ...signing }: SignSheetInput,
): Promise<{ id: number } | Refused> {
  const record = signedSheet(sheet, await findValues(ctx.tx, [id]));
  const signed = await signRecord(ctx, record, { meaning: MEANINGS[action], reason, ...signing });
  if (signed instanceof Refused) return signed;
  await saveStatus(ctx.tx, id, columnsAfter(ctx, action, reason));
  ctx.afterCommit(() => publishSheets([subjectOf(sheet)]));
  ctx.audit({
    customerId: sheet.customerId,
    old: { status: sheet.status },
    new: { status: STATUS_AFTER[action] },
    ...(reason && { reason }),
  });
  return { id };
}

/** Ends the making of a sheet: its month is over and each missed value explained. Its values are frozen from here on. */
export const submitSheet = defineOperation({
  name: "recordSheet.submit",
  kind: "mutation",
  permission: "submitRecordPoint",
  input: SignSheetInput,
  async run(ctx, input) {
    const { tx, now } = ctx;
    const visibility = visibilityOf(ctx);
    const { carrier } = await getSheet(tx, visibility, input.id);
    // As in the job: the point is locked before the sheet.
    await planCarrier(tx, carrier.id, now.getTime());
    const sheet = await lockSheet(tx, visibility, input.id);
    assertAllows("submit", sheet);
    const watched = new Set([...(await findWatched(tx, sheet.id)), ...(await findRegular(tx, sheet.id))]);
    const { count: found } = await collectRecords(tx, [...watched], now.getTime());
    // Stored together with the refusal, so that the next attempt signs them.
    if (found > 0) ctx.afterCommit(() => publishSheets([subjectOf(sheet)]));
    if (found > 0)
      return new Refused(conflict("id", "readingsFound", `${found} values were found just now`, found), input.id);
    const values = await findValues(tx, [sheet.id]);
    const end = fromLocalInput(monthAfter(sheet.month), sheet.timeZone);
    assertComplete(values, {
      isOver: end !== null && now >= end,
      nameOf: ({ day, minute }) => `${day} ${timeOf(minute)}`,
    });
    return signSheet(ctx, "submit", sheet, input);
  },
  audit,
});

/** An operation that judges a submitted sheet by a signature. */
const judging = (action: "review" | "approve" | "reject") =>
  defineOperation({
    name: `recordSheet.${action}`,
    kind: "mutation",
    permission: "approveRecordPoint",
    input: SignSheetInput,
    async run(ctx, input) {
      const sheet = await lockSheet(ctx.tx, visibilityOf(ctx), input.id);
      assertAllows(action, sheet);
      return signSheet(ctx, action, sheet, input);
    },
    audit,
  });

export const reviewSheet = judging("review");
export const approveSheet = judging("approve");
export const rejectSheet = judging("reject");

/**
 * Approves several sheets with one act of signing: all or none, a signature and an audit row each. A refusal names every
 * sheet at fault.
 */
export const approveSheets = defineOperation({
  name: "recordSheet.approveBatch",
  kind: "mutation",
  permission: "approveRecordPoint",
  input: ApproveBatchInput,
  async run(ctx, { sheets, reason, ...credentials }): Promise<{ ids: number[] } | Refused> {
    const visibility = visibilityOf(ctx);
    const records: (SignedRecord & { sheet: Sheet; contentHash: string; path: string })[] = [];
    const refused: AppError[] = [];
    // Locked in a fixed order, so that concurrent batches cannot deadlock.
    for (const { id, contentHash } of sheets.toSorted((a, b) => a.id - b.id)) {
      const sheet = await lockSheet(ctx.tx, visibility, id);
      const path = `sheets.${sheets.findIndex((one) => one.id === id)}`;
      const why = sheetRefusal("approve", sheet, path);
      if (why) refused.push(why);
      records.push({ sheet, ...signedSheet(sheet, await findValues(ctx.tx, [id])), contentHash, path });
    }
    throwMerged(refused);
    const signed = await signRecords(ctx, records, { meaning: "approved", reason, ...credentials });
    if (signed instanceof Refused) return signed;
    for (const { sheet } of records) await saveStatus(ctx.tx, sheet.id, columnsAfter(ctx, "approve", reason));
    const entries = records.map(({ sheet: { id, customerId, status } }) => ({
      ...{ operation: "recordSheet.approve", entity: "recordSheet", entityId: String(id), customerId },
      ...{ old: { status }, new: { status: STATUS_AFTER.approve } },
      ...(reason && { reason }),
    }));
    await writeAuditOfEach(ctx.tx, ctx, entries);
    ctx.afterCommit(() => publishSheets(records.map(({ sheet }) => subjectOf(sheet))));
    return { ids: sheets.map(({ id }) => id) };
  },
  audit: { entity: "recordSheetBatch", id: ({ ids }) => ids.join(",") },
});

/** Opens the next version of an approved or rejected sheet; the old version and its signatures stay. */
export const correctSheet = defineOperation({
  name: "recordSheet.correct",
  kind: "mutation",
  permission: "editRecordPoint",
  input: CorrectInput,
  async run(ctx, { id, reason }): Promise<{ id: number; version: number }> {
    const sheet = await lockSheet(ctx.tx, visibilityOf(ctx), id);
    assertAllows("correct", sheet);
    const next = await insertNextVersion(ctx.tx, id, reason, ctx.now);
    await collectRecords(ctx.tx, await findWatched(ctx.tx, next.id), ctx.now.getTime());
    ctx.afterCommit(() => publishSheets([subjectOf(sheet)]));
    ctx.audit({
      customerId: sheet.customerId,
      old: { version: sheet.version, status: sheet.status },
      new: { version: next.version, status: "open" },
      reason,
    });
    return next;
  },
  audit,
});
