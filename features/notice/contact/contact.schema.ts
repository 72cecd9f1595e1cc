import { z } from "zod";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { optionalEmail, optionalPhone, recordId, recordIds, requiredText, wholeNumber } from "@/lib/validation/fields";
import { QUIET_SEVERITIES } from "../delivery/quiet.rules";
import {
  CONTACT_CHANNELS,
  CONTACT_LEVELS,
  type ContactChannel,
  reachableBy,
  reachIssues,
  type SyncCode,
} from "./contact.rules";

const LAST_LEVEL = CONTACT_LEVELS.length;
const Level = z.coerce.number().int().min(1).max(LAST_LEVEL);

/** The page size of the list, and the maximum size of a batch. */
export const MAXIMUM_BATCH = 100;

/** A time of day, HH:MM. */
const timeOfDay = requiredText(5).superRefine((text, context) => {
  if (text !== "" && !/^([01]\d|2[0-3]):[0-5]\d$/.test(text))
    context.addIssue({ code: "custom", params: { rule: "timeOfDay" }, message: "a time of day, as 08:30" });
});

/** Quiet hours in the customer's time zone. They span midnight if `to` is not after `from`. */
export const QuietHoursInput = z
  .strictObject({ from: timeOfDay, to: timeOfDay, upTo: z.enum(QUIET_SEVERITIES) })
  .superRefine(({ from, to }, context) => {
    if (from === to)
      context.addIssue({
        code: "custom",
        path: ["to"],
        params: { rule: "quietEnd" },
        message: "must differ from from",
      });
  });
export type QuietHoursInput = z.output<typeof QuietHoursInput>;

/** One day. A longer delay is a separate row of the plan. */
const MAXIMUM_OWN_DELAY_MINUTES = 1440;

const ownNumber = (minimum: number, maximum: number) => wholeNumber(minimum, maximum).nullable().default(null);

const FIELDS = z.strictObject({
  groupId: recordId(),
  level: Level.default(1),
  name: requiredText(30),
  phone: optionalPhone().nullish(),
  email: optionalEmail().nullish(),
  /** 1 male, 0 female, null unspecified. */
  gender: z.literal([0, 1]).nullable().default(null),
  channels: z
    .array(z.enum(CONTACT_CHANNELS))
    .min(1)
    .transform((chosen) => CONTACT_CHANNELS.filter((channel) => chosen.includes(channel)))
    .optional(),
  /** Unchanged if it is missing; of a new contact, that of the customer. */
  locale: z.enum(LOCALES).optional(),
  /** Null: notified at any hour. */
  quietHours: QuietHoursInput.nullable().default(null),
  /** A string replaces the PIN, null removes it, undefined leaves it unchanged. */
  pin: z
    .string()
    .refine((pin) => /^\d{4,8}$/.test(pin), { params: { rule: "pin" }, message: "4 to 8 digits" })
    .nullish(),
  /** The contact's own timing, which plan rows can use. Null: the timing of the row applies. */
  delayMinutes: ownNumber(0, MAXIMUM_OWN_DELAY_MINUTES),
  repeatTimes: ownNumber(0, 20),
  repeatIntervalMinutes: ownNumber(1, 1440),
});

type Fields = z.output<typeof FIELDS>;

/** Without channels, all that the given addresses support are selected. */
function complete<F extends Fields>({ phone, email, channels, ...rest }: F) {
  const reach = { phone: phone ?? "", email: email ?? "" };
  return { ...rest, ...reach, channels: channels ?? reachableBy(reach) };
}

function checkReach(contact: Parameters<typeof reachIssues>[0], context: z.RefinementCtx): void {
  for (const { path, rule, message } of reachIssues(contact))
    context.addIssue({ code: "custom", path: [path], params: { rule }, message });
}

export const ContactInput = FIELDS.transform(complete).superRefine(checkReach);
export type ContactInput = z.output<typeof ContactInput>;

export const ContactUpdateInput = FIELDS.extend(VersionedId.shape)
  .transform(complete<Fields & z.output<typeof VersionedId>>)
  .superRefine(checkReach);

export const ContactListQuery = listQuery({
  sort: ["level", "name", "createdAt"],
  filters: {
    customerId: recordId().optional(),
    groupId: recordId().optional(),
    level: Level.optional(),
    channel: z.enum(CONTACT_CHANNELS).optional(),
  },
});
export type ContactListQuery = z.output<typeof ContactListQuery>;

const Batch = { ids: recordIds(MAXIMUM_BATCH).refine((ids) => ids.length > 0, { params: { rule: "required" } }) };

/** Moves contacts to another group, to another level, or both. */
export const ContactMoveInput = z
  .strictObject({ ...Batch, groupId: recordId().optional(), level: Level.optional() })
  .superRefine(({ groupId, level }, context) => {
    if (groupId === undefined && level === undefined)
      context.addIssue({ code: "custom", path: ["groupId"], params: { rule: "required" }, message: "where to?" });
  });

export const ContactRemoveInput = z.strictObject(Batch);

/** Accounts to import as contacts of a group. */
export const ContactSyncInput = z.strictObject({
  userIds: recordIds(MAXIMUM_BATCH).refine((ids) => ids.length > 0, { params: { rule: "required" } }),
  groupId: recordId(),
  level: Level.default(1),
});

export type ContactDto = {
  id: number;
  customerId: number;
  groupId: number;
  level: number;
  name: string;
  phone: string | null;
  email: string | null;
  gender: number | null;
  locale: Locale;
  channels: ContactChannel[];
  quietHours: QuietHoursInput | null;
  /** Whether a PIN is set, with which the contact can acknowledge by SMS or telephone. */
  hasPin: boolean;
  /** The contact's own timing. */
  delayMinutes: number | null;
  repeatTimes: number | null;
  repeatIntervalMinutes: number | null;
  /** The account from which the contact was imported. */
  userId: number | null;
  createdAt: string;
  version: number;
};

/** A contact as lists and forms show it. */
export type ContactRowDto = ContactDto & {
  /** Whether a browser of the imported account receives push notifications. */
  hasDevice: boolean;
};

/** The result for each account, in the order of the request. */
export type ContactSyncDto = { items: { userId: number; code: SyncCode }[] };
