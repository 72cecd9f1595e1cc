import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { NoticeFault, OutboxStatus } from "@/db/enums";
import { notice, outbox } from "@/db/schema";
import type { EndingCalibration } from "./reminder.rules";

// Used by the worker, which acts as the system for all customers.

/**
 * Plans one mail per level 1 contact with a mail address, about all certificates of the customer whose reminder date is
 * reached. Each certificate is notified once. Certificates without a recipient are not marked and are tried again
 * later. Returns the number of certificates notified.
 */
export async function planReminders(
  tx: Db,
  now: Date,
  job: { name: string; maximumAttempts: number },
): Promise<number> {
  const at = now.toISOString();
  const [row] = await tx.$client<{ count: number }[]>`
    with due as (
      select k.id, k.customer_id, k.notice_on from calibration k
        join device d on d.id = k.device_id and d.use <> 'deactivated' and d.custody in ('own', 'lent', 'borrowed')
        join customer c on c.id = k.customer_id and c.status = 'active'
       where k.notice_sent_at is null and k.revoked_at is null
         and k.notice_on <= (${at}::timestamptz at time zone c.time_zone)::date
         and not exists (select from calibration n where n.device_id = k.device_id and n.revoked_at is null
                            and (n.calibrated_on, n.id) > (k.calibrated_on, k.id))
         and exists (select from contact p where p.customer_id = k.customer_id and p.level = 1
                        and p.email <> '' and 'email' = any(p.channels))
       for update of k skip locked),
    reader as (
      select distinct on (p.customer_id, lower(p.email)) p.customer_id, p.id, lower(p.email) as email from contact p
       where p.level = 1 and p.email <> '' and 'email' = any(p.channels) and p.customer_id in (select customer_id from due)
       order by p.customer_id, lower(p.email), p.id),
    told as (update calibration set notice_sent_at = ${at}::timestamptz where id in (select id from due) returning id),
    planned as (
      insert into outbox (customer_id, kind, idempotency_key, payload, due_at)
      select r.customer_id, ${job.name}, format('calibration:%s:%s', r.id, md5(string_agg(due.id || '@' || due.notice_on, ',' order by due.id))),
             jsonb_build_object('channel', 'email', 'contactId', r.id, 'calibrationIds', jsonb_agg(due.id order by due.id)), ${at}::timestamptz
        from reader r join due on due.customer_id = r.customer_id
       group by r.customer_id, r.id
      on conflict (idempotency_key) do nothing
      returning id)
    select (select count(*)::int from told) as count,
           (select count(graphile_worker.add_job(${job.name}::text, payload := json_build_object('outboxId', id),
                     max_attempts := ${job.maximumAttempts}::int, job_key := 'outbox:' || id, flags := array['email'])) from planned) as jobs`;
  return row?.count ?? 0;
}

export type Reminder = {
  id: number;
  customerId: number;
  customerName: string;
  status: OutboxStatus;
  idempotencyKey: string;
  attempts: number;
  contactName: string;
  email: string | null;
  locale: string;
  ending: EndingCalibration[];
};

/** A planned reminder with its certificates, without those revoked meanwhile. */
export async function findReminder(tx: Db, outboxId: number): Promise<Reminder | undefined> {
  const [row] = await tx.$client<Reminder[]>`
    select o.id::int, o.customer_id::int as "customerId", cu.name as "customerName", o.status, o.idempotency_key as "idempotencyKey",
           o.attempts, coalesce(p.name, '') as "contactName", p.email, coalesce(p.locale, cu.locale) as locale,
           (select coalesce(json_agg(json_build_object('deviceName', d.name, 'serialNumber', d.serial_number,
                     'certificateNumber', k.certificate_number, 'dueOn', k.due_on)), '[]')
              from calibration k join device d on d.id = k.device_id
             where k.revoked_at is null and k.id in (select jsonb_array_elements_text(o.payload->'calibrationIds')::bigint)) as ending
      from outbox o join customer cu on cu.id = o.customer_id
      left join contact p on p.id = (o.payload->>'contactId')::bigint
     where o.id = ${outboxId}`;
  return row;
}

type Result = { status: OutboxStatus; attempts: number; lastError: string | null; now: Date };

/** Finalises a reminder, or leaves it pending with the error of this attempt. */
export async function saveReminder(tx: Db, id: number, { now, ...result }: Result): Promise<void> {
  await tx
    .update(outbox)
    .set({ ...result, doneAt: result.status === "pending" ? null : now })
    .where(eq(outbox.id, id));
}

/** Writes a row of the notice log: one attempt. */
export async function logReminder(
  tx: Db,
  reminder: Reminder,
  { content, reason, fault, attempt }: { content: string; reason: string; fault: NoticeFault | null; attempt: number },
): Promise<void> {
  await tx.insert(notice).values({
    customerId: reminder.customerId,
    outboxId: reminder.id,
    channel: "email",
    status: reason === "" ? "sent" : "failed",
    contactName: reminder.contactName,
    recipient: reminder.email ?? "",
    content,
    reason,
    fault,
    attempt,
  });
}
