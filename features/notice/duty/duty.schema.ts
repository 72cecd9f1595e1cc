import { z } from "zod";
import { ById } from "@/lib/resource/by-id";
import { optionalText, recordId, verbatimText } from "@/lib/validation/fields";
import { type DutySpan, type RotaIssue, rotaIssues } from "./duty.rules";

/** Maximum number of entries per rota. */
const MAXIMUM_SHIFTS = 50;
const MAXIMUM_DAYS = 100;

/** A text field with a required format. An empty value is reported as required. */
const shaped = (pattern: RegExp, rule: string) =>
  z
    .string()
    .trim()
    .min(1)
    .superRefine((text, context) => {
      if (text !== "" && !pattern.test(text))
        context.addIssue({ code: "custom", params: { rule }, message: `must be a ${rule}` });
    });
const from = shaped(/^([01]\d|2[0-3]):[0-5]\d$/, "timeOfDay");
const to = shaped(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "timeOfDay");
const calendarDay = z.iso
  .date()
  .refine((day) => day >= "1970-01-01" && day < "2100-01-01", { params: { rule: "day" } });

const ShiftInput = z.strictObject({
  /** ISO weekdays on which it starts. */
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .transform((days) => [...new Set(days)].sort()),
  from,
  to,
  endsNextDay: z.boolean().default(false),
  contactId: recordId(),
  substituteId: recordId().nullable().default(null),
});

const HolidayInput = z.strictObject({
  from: calendarDay,
  to: calendarDay,
  name: optionalText(30),
  contactIds: z
    .array(recordId())
    .min(1)
    .max(10)
    .transform((ids) => [...new Set(ids)]),
});

const AbsenceInput = z.strictObject({
  from: calendarDay,
  to: calendarDay,
  contactId: recordId(),
  substituteId: recordId().nullable().default(null),
});

const FIELDS = z.strictObject({
  allowsOverlap: z.boolean().default(false),
  shifts: z.array(ShiftInput).max(MAXIMUM_SHIFTS).default([]),
  holidays: z.array(HolidayInput).max(MAXIMUM_DAYS).default([]),
  absences: z.array(AbsenceInput).max(MAXIMUM_DAYS).default([]),
  /** The version of the rota that was edited; null for a new one. */
  version: verbatimText(100).nullable().default(null),
  /** Accepts that the next four weeks have gaps. */
  acceptsGaps: z.boolean().default(false),
});

function check(rota: Parameters<typeof rotaIssues>[0], context: z.RefinementCtx): void {
  for (const { path, rule, message, limit } of rotaIssues(rota) as RotaIssue[])
    context.addIssue({ code: "custom", path, params: { rule, ...(limit !== undefined && { limit }) }, message });
}

export const DutyRotaInput = FIELDS.superRefine(check);
export type DutyRotaInput = z.output<typeof DutyRotaInput>;

/** `id` is that of the contact group. */
export const DutyRotaSaveInput = FIELDS.extend(ById.shape).superRefine(check);

export type DutyPerson = { id: number; name: string; level: number };

export type DutyRotaDto = {
  /** The id of the contact group. */
  id: number;
  customerId: number;
  groupName: string;
  timeZone: string;
  people: DutyPerson[];
  /** Null while the group has no rota. */
  rota: (Omit<DutyRotaInput, "acceptsGaps" | "version"> & { version: string }) | null;
  /** The names of the triggers that notify who is on duty. An empty name is the customer's connection watch. */
  triggers: string[];
  /** Who is on duty in the next four weeks, epoch ms; gaps are included. Empty without a rota. */
  calendar: DutySpan[];
};
