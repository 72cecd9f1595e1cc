import "server-only";
import { createStandardTrigger } from "@/features/alarm/trigger/standard.operations";
import { getOneCarrier, updateCarrier } from "@/features/carrier/carrier.operations";
import { refusal } from "@/features/device/device.rules";
import { createContact } from "@/features/notice/contact/contact.operations";
import { contactGroups } from "@/features/notice/contact/group.operations";
import { lookUpZonePresets } from "@/features/zone/preset/operations";
import { zones } from "@/features/zone/zone.operations";
import { AppError } from "@/lib/errors";
import { toLocale } from "@/lib/i18n/routing";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { advance, audit, type StepContext } from "./progress.service";
import { findGroups, findMail, findZones, hasTrigger, type Owner } from "./wizard.data";
import { carrierInputOf, type Draft, freeName } from "./wizard.rules";
import { IndexInput, type WizardDto } from "./wizard.schema";

/** Prefixes the issue paths of a nested call with its path in this input. */
const under = <T>(prefix: string, call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    if (!(error instanceof AppError) || !error.details.issues) throw error;
    const issues = error.details.issues.map((issue) => ({ ...issue, path: `${prefix}.${issue.path}` }));
    throw new AppError(error.code, error.message, { ...error.details, issues });
  });

type RangeChoice = IndexInput["ranges"][number];

/** The range for a choice; a preset reuses an existing range with its limits. */
async function zoneOf(ctx: StepContext, customerId: number, choice: RangeChoice, path: string): Promise<number> {
  if (choice.zoneId !== undefined) return choice.zoneId;
  const preset = (await lookUpZonePresets.call(ctx, {})).find(({ id }) => id === choice.presetId);
  if (!preset) throw refusal(`${path}.presetId`, "reference", "no such preset", "NOT_FOUND");
  if (preset.measure !== choice.measure) throw refusal(path, "rangeMeasure", `the preset is one of ${preset.measure}`);
  const { measure, minimum, maximum, source } = preset;
  const { sameId, names } = await findZones(ctx.tx, customerId, preset);
  if (sameId !== undefined) return sameId;
  const name = freeName(preset.name, names, 30);
  return (await zones.create.call(ctx, { customerId, name, measure, minimum, maximum, description: source })).id;
}

type Standard = Extract<IndexInput["trigger"], { kind: "standard" }>;

/** The contact group to notify. If it is the user, they become a contact in a group of their own. */
async function groupOf(ctx: StepContext, { userId, customerId }: Owner, recipients: Standard["recipients"]) {
  if (recipients.kind === "nobody") return null;
  if (recipients.kind === "group") return recipients.contactGroupId;
  const email = recipients.email || (await findMail(ctx.tx, userId));
  if (email === "") throw refusal("trigger.recipients.email", "required", "required");
  const { ownId, names } = await findGroups(ctx.tx, customerId, email);
  if (ownId !== undefined) return ownId;
  const person = ctx.actor.type === "user" ? ctx.actor.principal.user.name : email;
  const group = await contactGroups.create.call(ctx, { customerId, name: freeName(person, names, 30) });
  const locale = toLocale(ctx.locale);
  await createContact.call(ctx, { groupId: group.id, name: person.slice(0, 30), email, ...(locale && { locale }) });
  return group.id;
}

async function triggerOf(ctx: StepContext, owner: Owner, draft: Draft, { trigger, ranges }: IndexInput) {
  if (trigger.kind === "none") return { id: null, groupId: draft.contactGroupId };
  if (trigger.kind === "existing") return { id: trigger.id, groupId: draft.contactGroupId };
  // An earlier request of this step created it: it was sent twice, or the user went back.
  if (draft.triggerId !== undefined && (await hasTrigger(ctx.tx, owner.customerId, draft.triggerId)))
    return { id: draft.triggerId, groupId: draft.contactGroupId };
  const contactGroupId = await groupOf(ctx, owner, trigger.recipients);
  const { name, severity, delaySeconds } = trigger;
  const measures = ranges.map(({ measure }) => measure);
  const made = await under(
    "trigger",
    createStandardTrigger.call(ctx, {
      customerId: owner.customerId,
      name,
      severity,
      delaySeconds,
      measures,
      contactGroupId,
    }),
  );
  return { id: made.id, groupId: contactGroupId ?? undefined };
}

/** Sets the range of each measure, and the alarm. */
export const setIndex = defineOperation({
  name: "setupWizard.index",
  kind: "mutation",
  permission: SIGNED_IN,
  input: IndexInput,
  async run(ctx, input): Promise<WizardDto> {
    const wizard = await advance(ctx, input.customerId, "index", async (owner, { carrier }, draft) => {
      const chosen: { measure: RangeChoice["measure"]; zoneId: number }[] = [];
      for (const [index, choice] of input.ranges.entries()) {
        const zoneId = await zoneOf(ctx, owner.customerId, choice, `ranges.${index}`);
        chosen.push({ measure: choice.measure, zoneId });
      }
      const { id: triggerId, groupId } = await triggerOf(ctx, owner, draft, input);
      const dto = await getOneCarrier.call(ctx, { id: carrier?.id as number });
      await updateCarrier.call(ctx, { ...carrierInputOf(dto), zones: chosen, alarmTriggerId: triggerId });
      return { ...draft, triggerId: triggerId ?? draft.triggerId, contactGroupId: groupId };
    });
    const { customerId, carrier } = wizard;
    ctx.audit({
      customerId,
      new: { zones: carrier?.ranges.map(({ zoneId }) => zoneId), triggerId: carrier?.trigger?.id },
    });
    return wizard;
  },
  audit,
});
