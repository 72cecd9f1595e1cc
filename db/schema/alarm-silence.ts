import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { alarmTrigger } from "./alarm-trigger";
import { carrier } from "./carrier";
import { createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { scene } from "./scene";
import { userAccount } from "./user";

/** A maintenance silence: its targets raise no alarm from its start to its end, or until it is ended early. */
export const alarmSilence = pgTable(
  "alarm_silence",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    reason: text().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    createdBy: ref().references(() => userAccount.id),
    createdAt: createdAt(),
    /** When a person ended it early; before its start: it never took effect. */
    endedAt: instant(),
    endedBy: ref().references(() => userAccount.id),
  },
  (t) => [
    index("alarm_silence_customer_idx").on(t.customerId, t.endsAt),
    index("alarm_silence_created_idx").on(t.createdBy),
    index("alarm_silence_ended_idx").on(t.endedBy),
    check("alarm_silence_span_check", sql`${t.endsAt} > ${t.startsAt}`),
    check("alarm_silence_ended_check", sql`${t.endedBy} is null or ${t.endedAt} is not null`),
  ],
);

/** A target of a silence: the carriers of a node and its sub-tree, one carrier, or the carriers of a trigger. */
export const alarmSilenceTarget = pgTable(
  "alarm_silence_target",
  {
    id: id(),
    silenceId: ref()
      .notNull()
      .references(() => alarmSilence.id, { onDelete: "cascade" }),
    sceneId: ref().references(() => scene.id, { onDelete: "cascade" }),
    carrierId: ref().references(() => carrier.id, { onDelete: "cascade" }),
    triggerId: ref().references(() => alarmTrigger.id, { onDelete: "cascade" }),
  },
  (t) => [
    unique("alarm_silence_target_key").on(t.silenceId, t.sceneId, t.carrierId, t.triggerId).nullsNotDistinct(),
    index("alarm_silence_target_scene_idx").on(t.sceneId).where(sql`${t.sceneId} is not null`),
    index("alarm_silence_target_carrier_idx").on(t.carrierId).where(sql`${t.carrierId} is not null`),
    index("alarm_silence_target_trigger_idx").on(t.triggerId).where(sql`${t.triggerId} is not null`),
    check("alarm_silence_target_check", sql`num_nonnulls(${t.sceneId}, ${t.carrierId}, ${t.triggerId}) = 1`),
  ],
);
