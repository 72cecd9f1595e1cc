import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { contact, noticeReply } from "@/db/schema";
import { phoneDigits } from "./reply.rules";

// For authenticated providers: the phone number in the message determines the contacts concerned.

/** Serialises the processing of the same message, and of messages of one number. */
export async function lockReply(tx: Db, providerId: number, messageId: string, phone: string): Promise<void> {
  await tx.$client`select pg_advisory_xact_lock(hashtextextended(${`${providerId} ${messageId}`}, 20261123))`;
  await tx.$client`select pg_advisory_xact_lock(hashtextextended(${phone}, 20261124))`;
}

/** The stored answer of an earlier request with this message. */
export async function findReply(tx: Db, providerId: number, messageId: string) {
  const [row] = await tx
    .select({ outcome: noticeReply.outcome, text: noticeReply.answer, locale: contact.locale })
    .from(noticeReply)
    .leftJoin(contact, eq(contact.id, noticeReply.contactId))
    .where(and(eq(noticeReply.providerId, providerId), eq(noticeReply.messageId, messageId)));
  return row;
}

export async function insertReply(tx: Db, values: typeof noticeReply.$inferInsert): Promise<void> {
  await tx.insert(noticeReply).values(values);
}

export type Sender = { id: number; customerId: number; name: string; locale: string; timeZone: string };

/** The trailing digits used for the lookup: they are the same in every notation. */
const LAST_DIGITS = 7;

/** Contacts of active customers with this number, as `phoneDigits` returns it. */
export async function findSenders(tx: Db, phone: string): Promise<Sender[]> {
  const rows = await tx.$client<(Sender & { phone: string })[]>`
    select c.id::int, c.customer_id::int as "customerId", c.name, c.locale, cu.time_zone as "timeZone", c.phone
      from contact c join customer cu on cu.id = c.customer_id
     where cu.status = 'active'
       and right(regexp_replace(c.phone, '[^0-9]', '', 'g'), ${LAST_DIGITS}) = right(${phone}::text, ${LAST_DIGITS})
     order by c.id`;
  return rows.filter((row) => phoneDigits(row.phone) === phone).map(({ phone: _, ...sender }) => sender);
}

export type KnownCode = {
  code: string;
  customerId: number;
  contactId: number;
  exceptionIds: number[];
  places: string[];
  openCount: number;
};

/** The valid codes at this number, newest first, with the places of exceptions that are not acknowledged. */
export async function findCodes(tx: Db, phone: string, now: Date): Promise<KnownCode[]> {
  return tx.$client<KnownCode[]>`
    select n.code, n.customer_id::int as "customerId", n.contact_id::int as "contactId", n.exception_ids::int[] as "exceptionIds",
           coalesce((select array_agg(distinct coalesce(ca.name, d.name)) from exception e
                       join device d on d.id = e.device_id left join carrier ca on ca.id = e.carrier_id
                      where e.id = any(n.exception_ids) and e.acknowledged_at is null and e.withdrawn_at is null), '{}') as places,
           (select count(*)::int from exception e
             where e.id = any(n.exception_ids) and e.acknowledged_at is null and e.withdrawn_at is null) as "openCount"
      from notice_code n join customer cu on cu.id = n.customer_id
     where n.phone = ${phone} and n.expires_at > ${now.toISOString()}::timestamptz and cu.status = 'active'
     order by n.created_at desc, n.id desc`;
}

/** The exceptions of the message that was sent to a gateway with this key, to one of these contacts. */
export async function findByKey(tx: Db, key: string, contactIds: readonly number[]) {
  const [row] = await tx.$client<{ contactId: number; exceptionIds: number[] }[]>`
    select (o.payload->>'contactId')::int as "contactId", array_agg(distinct (m.payload->>'exceptionId')::int) as "exceptionIds"
      from outbox o join outbox m on m.id = o.id or (m.customer_id = o.customer_id and m.payload->>'batch' = o.id::text)
     where o.idempotency_key = ${key} and (o.payload->>'contactId')::bigint = any(${contactIds as number[]}::bigint[])
     group by o.id`;
  return row;
}

/** A contact's PIN, locked until the transaction ends. */
export async function lockPin(tx: Db, contactId: number) {
  const [row] = await tx
    .select({ pinHash: contact.pinHash, pinFailures: contact.pinFailures, pinLockedUntil: contact.pinLockedUntil })
    .from(contact)
    .where(eq(contact.id, contactId))
    .for("update");
  return row;
}

export async function savePinTries(tx: Db, contactId: number, pinFailures: number, pinLockedUntil: Date | null) {
  await tx.update(contact).set({ pinFailures, pinLockedUntil }).where(eq(contact.id, contactId));
}

/** Who acknowledged these first, and when (epoch ms); undefined if nobody did. */
export async function findAcknowledger(tx: Db, exceptionIds: readonly number[]) {
  const [row] = await tx.$client<{ by: string; at: number }[]>`
    select coalesce(u.name, e.acknowledged_by_contact, '') as by, (extract(epoch from e.acknowledged_at) * 1000)::float8 as at
      from exception e left join user_account u on u.id = e.acknowledged_by
     where e.id = any(${exceptionIds as number[]}::bigint[]) and e.acknowledged_at is not null
     order by e.acknowledged_at limit 1`;
  return row;
}
