import "server-only";
import { createStandardTrigger } from "@/features/alarm/trigger/standard.operations";
import { getOneCarrier, updateCarrier } from "@/features/carrier/carrier.operations";
import { refusal } from "@/features/device/device.rules";
import { createContact, syncContacts } from "@/features/notice/contact/contact.operations";
import { SYNC } from "@/features/notice/contact/contact.rules";
import { contactGroups } from "@/features/notice/contact/group.operations";
import { lookUpZonePresets } from "@/features/zone/preset/operations";
import { zones } from "@/features/zone/zone.operations";
import { customerValueLocale } from "@/lib/auth/customer-units";
import { AppError } from "@/lib/errors";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { formatRange } from "@/lib/units/format-range";
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

/** What a new range of a choice is called, and its limits. */
async function wantedRange(
  ctx: StepContext,
  customerId: number,
  { measure, presetId, limits }: RangeChoice,
  path: string,
) {
  if (limits) {
    const locale = await customerValueLocale(ctx.tx, customerId, toLocale(ctx.locale) ?? DEFAULT_LOCALE);
    return { measure, ...limits, name: formatRange({ measure, ...limits }, locale), source: "" };
  }
  const preset = (await lookUpZonePresets.call(ctx, {})).find(({ id }) => id === presetId);
  if (!preset) throw refusal(`${path}.presetId`, "reference", "no such preset", "NOT_FOUND");
  if (preset.measure !== measure) throw refusal(path, "rangeMeasure", `the preset is one of ${preset.measure}`);
  return preset;
}

/** The range for a choice; an existing range with the same limits is reused. */
async function zoneOf(ctx: StepContext, customerId: number, choice: RangeChoice, path: string): Promise<number> {
  if (choice.zoneId !== undefined) return choice.zoneId;
  const { name: wanted, measure, minimum, maximum, source } = await wantedRange(ctx, customerId, choice, path);
  const { sameId, names } = await findZones(ctx.tx, customerId, { measure, minimum, maximum });
  if (sameId !== undefined) return sameId;
  const name = freeName(wanted, names, 30);
  return (await zones.create.call(ctx, { customerId, name, measure, minimum, maximum, description: source })).id;
}

type Standard = Extract<IndexInput["trigger"], { kind: "standard" }>;

type Recipients = Standard["recipients"];

/** The group of the user alone; without one they become a contact in a new group. */
async function ownGroupOf(ctx: StepContext, { userId, customerId }: Owner, recipients: Recipients) {
  const email = recipients.email || (await findMail(ctx.tx, userId));
  if (email === "") throw refusal("trigger.recipients.email", "required", "required");
  const { ownId, names } = await findGroups(ctx.tx, customerId, email);
  if (ownId !== undefined) return ownId;
  const user = ctx.actor.type === "user" ? ctx.actor.principal.user : null;
  const person = user?.name ?? email;
  const group = await contactGroups.create.call(ctx, { customerId, name: freeName(person, names, 30) });
  // Without a language of the account's own the contact gets that of the customer.
  const locale = toLocale(user?.locale);
  await createContact.call(ctx, { groupId: group.id, name: person.slice(0, 30), email, ...(locale && { locale }) });
  return group.id;
}

/** A new group, named after the trigger, with the accounts as contacts. */
async function groupOfPeople(ctx: StepContext, customerId: number, name: string, userIds: readonly number[]) {
  const { names } = await findGroups(ctx.tx, customerId, "");
  const group = await contactGroups.create.call(ctx, { customerId, name: freeName(name, names, 30) });
  const { items } = await syncContacts.call(ctx, { userIds: [...userIds], groupId: group.id, level: 1 });
  const failed = items.findIndex(({ code }) => code !== SYNC.succeeded);
  if (failed >= 0)
    throw refusal(`trigger.recipients.userIds.${failed}`, "contactSync", "cannot be made a contact", "CONFLICT");
  return group.id;
}

/** The contact groups to notify. */
async function groupsOf(ctx: StepContext, owner: Owner, { name, recipients }: Standard): Promise<number[]> {
  const people = recipients.userIds.filter((id) => !(recipients.isMe && id === owner.userId));
  return [
    ...(recipients.isMe ? [await ownGroupOf(ctx, owner, recipients)] : []),
    ...(people.length > 0 ? [await groupOfPeople(ctx, owner.customerId, name, people)] : []),
    ...recipients.contactGroupIds,
  ];
}

async function triggerOf(ctx: StepContext, owner: Owner, draft: Draft, { trigger, ranges }: IndexInput) {
  if (trigger.kind === "none") return { id: null, groupIds: draft.contactGroupIds };
  if (trigger.kind === "existing") return { id: trigger.id, groupIds: draft.contactGroupIds };
  // An earlier request of this step created it: it was sent twice, or the user went back.
  if (draft.triggerId !== undefined && (await hasTrigger(ctx.tx, owner.customerId, draft.triggerId)))
    return { id: draft.triggerId, groupIds: draft.contactGroupIds };
  const contactGroupIds = await groupsOf(ctx, owner, trigger);
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
      contactGroupIds,
    }),
  );
  return { id: made.id, groupIds: contactGroupIds };
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
      const { id: triggerId, groupIds } = await triggerOf(ctx, owner, draft, input);
      const dto = await getOneCarrier.call(ctx, { id: carrier?.id as number });
      await updateCarrier.call(ctx, { ...carrierInputOf(dto), zones: chosen, alarmTriggerId: triggerId });
      return { ...draft, triggerId: triggerId ?? draft.triggerId, contactGroupIds: groupIds };
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
