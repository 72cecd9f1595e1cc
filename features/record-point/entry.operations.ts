import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError, notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { PLAUSIBLE } from "@/lib/units/limits";
import { saveComments, saveEntered } from "./change.data";
import { publishSheets } from "./collect.service";
import { findValues, lockSheet } from "./sheet.data";
import { assertAllows, assertEnterable } from "./sheet.rules";
import { CommentInput, EnterInput, type SheetValueDto } from "./sheet.schema";
import { subjectOf } from "./sheet.service";

const audit = { entity: "recordSheet", id: ({ id }: { id: number }) => id };

/** Who enters or comments: a person, or an API key by its name. */
function personOf({ actor }: OperationContext): { id: number | null; name: string } {
  if (actor.type === "user") return { id: actor.principal.user.id, name: actor.principal.user.name };
  if (actor.type === "key") return { id: null, name: actor.name };
  throw new AppError("FORBIDDEN", "only a person enters values");
}

function assertPlausible({ measure }: SheetValueDto, value: number): void {
  const { minimum, maximum } = PLAUSIBLE[measure];
  if (value >= minimum && value <= maximum) return;
  const message = `${measure} lies between ${minimum} and ${maximum}`;
  throw new AppError("INVALID", `value: ${message}`, { issues: [{ path: "value", rule: "physical", message }] });
}

/** Enters a missed value by hand, or changes one that was entered so. It is marked for ever. */
export const enterValue = defineOperation({
  name: "recordSheet.enter",
  kind: "mutation",
  permission: "editRecordPoint",
  input: EnterInput,
  async run(ctx, { id, valueId, value, reason }) {
    const by = personOf(ctx);
    const sheet = await lockSheet(ctx.tx, visibilityOf(ctx), id);
    assertAllows("enter", sheet);
    const old = (await findValues(ctx.tx, [id])).find((one) => one.id === valueId);
    if (!old) throw notFound("recordValue", valueId);
    assertEnterable(old);
    assertPlausible(old, value);
    await saveEntered(ctx.tx, valueId, { value, reason, by, at: ctx.now });
    const { plannedAt, probeId } = old;
    ctx.audit({
      customerId: sheet.customerId,
      old: { plannedAt: null, probeId: null, state: old.state, value: old.value, reason: old.reason },
      new: { plannedAt, probeId, state: "entered", value, reason },
      reason,
    });
    ctx.afterCommit(() => publishSheets([subjectOf(sheet)]));
    return { id };
  },
  audit,
});

/** Comments values of an open sheet, such as why they are missed. */
export const commentValues = defineOperation({
  name: "recordSheet.comment",
  kind: "mutation",
  permission: "editRecordPoint",
  input: CommentInput,
  async run(ctx, { id, valueIds, comment }) {
    const by = personOf(ctx);
    const sheet = await lockSheet(ctx.tx, visibilityOf(ctx), id);
    assertAllows("comment", sheet);
    const old = (await findValues(ctx.tx, [id])).filter((value) => valueIds.includes(value.id));
    const missing = valueIds.find((valueId) => !old.some((value) => value.id === valueId));
    if (missing !== undefined) throw notFound("recordValue", missing);
    await saveComments(ctx.tx, id, { valueIds, comment, by: by.name, at: ctx.now });
    ctx.audit({
      customerId: sheet.customerId,
      old: { comments: old.map((value) => value.comment) },
      new: { comments: old.map(({ plannedAt, probeId }) => ({ plannedAt, probeId, comment })) },
    });
    ctx.afterCommit(() => publishSheets([subjectOf(sheet)]));
    return { id };
  },
  audit,
});
