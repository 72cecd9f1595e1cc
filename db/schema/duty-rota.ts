import { boolean, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant, ref } from "./columns";
import { contactGroup } from "./contact";
import { customer } from "./customer";

/**
 * Who is on duty at these hours of the customer's clock ("HH:MM"); `days` are the ISO weekdays on which the shift
 * begins. With `endsNextDay` it ends on the following day. The substitute serves while the contact is absent.
 */
export type DutyShift = {
  days: number[];
  from: string;
  to: string;
  endsNextDay: boolean;
  contactId: number;
  substituteId: number | null;
};

/** Calendar days ("YYYY-MM-DD", both included) on which these contacts are on duty instead of the shifts. */
export type DutyHoliday = { from: string; to: string; name: string; contactIds: number[] };

/** Calendar days on which a contact is absent; without a substitute here, that of the shift serves. */
export type DutyAbsence = { from: string; to: string; contactId: number; substituteId: number | null };

/** The on-call rota of a contact group, read and saved as a whole. */
export const dutyRota = pgTable(
  "duty_rota",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    groupId: ref()
      .notNull()
      .references(() => contactGroup.id, { onDelete: "cascade" }),
    /** Whether several contacts may be on duty at the same time. */
    allowsOverlap: boolean().notNull().default(false),
    shifts: jsonb().$type<DutyShift[]>().notNull(),
    holidays: jsonb().$type<DutyHoliday[]>().notNull(),
    absences: jsonb().$type<DutyAbsence[]>().notNull(),
    /** Changes with every save: a save based on another version is refused. */
    version: text().notNull(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [uniqueIndex("duty_rota_group_key").on(t.groupId)],
);
