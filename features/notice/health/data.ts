import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { NOTICE_CHANNELS, type NoticeChannel, type NoticeFault } from "@/db/enums";
import { contact, notice, outbox, userAccount } from "@/db/schema";
import type { Permission } from "@/lib/auth/permissions";
import type { Scope } from "@/lib/auth/scope";
import { inScope, scopeArrays } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { countDevices } from "../push/push.data";
import type { FailureRun, Keeper } from "./rules";
import {
  type ChannelFigures,
  type ChannelTestDto,
  type ChannelTrouble,
  DELIVER_DIRECT,
  type DirectContent,
  type OutageDto,
} from "./schema";

/** How many days back the last success or failure is searched. */
const KNOWN_DAYS = 90;
/** Older failures say nothing about the present state. */
const RUN_DAYS = 7;

type Usage = Pick<ChannelTrouble, "channel" | "plans" | "contacts" | "customerId"> & { isSwitchedOff: boolean };

/** The plan rows in use: of enabled triggers, and of enabled connection watches. `plan_id` is unique per plan. */
const rowsInUse = ({ $client: sql }: Db) => sql`
  select coalesce(r.trigger_id, -r.customer_id) as plan_id, coalesce(t.customer_id, r.customer_id) as customer_id,
         r.contact_group_id, r.level, r.is_on_duty, r.channels
    from notification_plan_row r
    left join alarm_trigger t on t.id = r.trigger_id
    left join connection_watch w on w.customer_id = r.customer_id
   where coalesce(t.is_enabled, coalesce(w.is_enabled, true) or coalesce(w.is_power_enabled, true))`;

/** SQL: whether the customer `cu` has its notices by a channel switched off; `barOf` of the plans. */
const isSwitchedOff = ({ $client: sql }: Db, channel: string) =>
  sql`case ${sql.unsafe(channel)} when 'email' then not cu.notify_by_email when 'sms' then not cu.notify_by_sms else false end`;

/**
 * The usage of each channel: the plans in use that name it, and the contacts that they notify by it. Plans of customers
 * that have the channel switched off are counted apart. `customerId`: the only customer concerned; null if several are.
 */
export function findUsage(db: Db, scope: Scope, customerId: number | null = null): Promise<Usage[]> {
  const { customerIds } = scopeArrays(scope);
  return db.$client<Usage[]>`
    with used as (
      select r.plan_id, r.customer_id, r.contact_group_id, r.level, r.is_on_duty, ch.channel, ${isSwitchedOff(db, "ch.channel")} as is_off
        from (${rowsInUse(db)}) r
        join customer cu on cu.id = r.customer_id and cu.status = 'active'
       cross join unnest(r.channels) as ch(channel)
       where (${customerIds}::bigint[] is null or r.customer_id = any(${customerIds}::bigint[]))
         and (${customerId}::bigint is null or r.customer_id = ${customerId}::bigint))
    select u.channel, u.is_off as "isSwitchedOff", count(distinct u.plan_id)::int as plans, count(distinct c.id)::int as contacts,
           case when count(distinct u.customer_id) = 1 then min(u.customer_id)::int end as "customerId"
      from used u
      left join contact c on c.group_id = u.contact_group_id and (u.is_on_duty or c.level = u.level)
                         and u.channel = any(c.channels)
     group by u.channel, u.is_off`;
}

/** The channels that a customer of the scope has switched off. */
export async function findSwitchedOff(db: Db, scope: Scope, customerId: number): Promise<NoticeChannel[]> {
  const { customerIds } = scopeArrays(scope);
  const rows = await db.$client<{ channel: NoticeChannel }[]>`
    select ch.channel from customer cu cross join unnest(${[...NOTICE_CHANNELS]}::text[]) as ch(channel)
     where cu.id = ${customerId} and (${customerIds}::bigint[] is null or cu.id = any(${customerIds}::bigint[]))
       and ${isSwitchedOff(db, "ch.channel")}`;
  return rows.map(({ channel }) => channel);
}

type Past = {
  channel: NoticeChannel;
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  lastReason: string | null;
  waiting: number;
  oldestDueAt: number | null;
  day: ChannelFigures;
  week: ChannelFigures;
};

/**
 * The history of these channels in the notice log and the outbox, for the customers in scope. Figures count messages,
 * not the exceptions in them; the delivery time is from when a message was due to its success. Successes and failures
 * of the last 90 days are included. A failure is one of the channel; refused recipients count during an outage, which
 * they may cause. Messages made obsolete by the acknowledgement, end or withdrawal of their exception do not count as
 * waiting.
 */
export function findPast(
  db: Db,
  scope: Scope,
  channels: readonly NoticeChannel[],
  customerId: number | null = null,
): Promise<Past[]> {
  const sql = db.$client;
  const customerIds = customerId === null ? scopeArrays(scope).customerIds : [customerId];
  const own = (alias: string) =>
    sql`(${customerIds}::bigint[] is null or ${sql.unsafe(alias)}.customer_id = any(${customerIds}::bigint[]))`;
  const counts = sql`(n.status = 'sent' or n.fault = 'channel' or (n.fault = 'recipient' and exists (
    select from channel_outage x where x.channel = n.channel and n.at between x.started_at and coalesce(x.ended_at, 'infinity'))))`;
  const newest = (status: "sent" | "failed") => sql`
    select n.at, n.reason from notice n
     where n.channel = c.channel and n.status = ${status} and ${counts}
       and n.at > now() - make_interval(days => ${KNOWN_DAYS}) and ${own("n")}
     order by n.at desc limit 1`;
  const ms = (instant: string) => sql.unsafe(`floor(extract(epoch from ${instant}) * 1000)::float8`);
  const figures = (span: string) =>
    sql.unsafe(`jsonb_build_object(
      'sent', count(*) filter (where m.status = 'sent' and m.at > now() - interval '${span}'),
      'failed', count(*) filter (where m.status = 'failed' and m.at > now() - interval '${span}'),
      'medianMs', round((percentile_cont(0.5) within group (order by m.took)
                           filter (where m.status = 'sent' and m.at > now() - interval '${span}'))::numeric),
      'p95Ms', round((percentile_cont(0.95) within group (order by m.took)
                        filter (where m.status = 'sent' and m.at > now() - interval '${span}'))::numeric))`);
  return sql<Past[]>`
    with tried as (
      select distinct on (n.outbox_id, n.channel, n.status, n.at) n.channel, n.status, n.at,
             greatest(extract(epoch from n.at - o.due_at) * 1000, 0)::float8 as took
        from notice n left join outbox o on o.id = n.outbox_id
       where n.channel = any(${channels as string[]}) and n.at > now() - interval '7 days' and ${counts} and ${own("n")}
       order by n.outbox_id, n.channel, n.status, n.at),
    figures as (select m.channel, ${figures("1 day")} as day, ${figures("7 days")} as week from tried m group by m.channel),
    waiting as (
      select o.payload->>'channel' as channel, count(*)::int as count, min(o.due_at) as oldest
        from outbox o left join exception e on e.id = (o.payload->>'exceptionId')::bigint
       where o.status = 'pending' and o.due_at <= now() and ${own("o")} and e.withdrawn_at is null
         and not (coalesce((o.payload->>'isFollowUp')::boolean, false) and (e.ended_at is not null or e.acknowledged_at is not null))
         and not (coalesce(o.payload->>'type', 'alarm') = 'alarm' and e.acknowledged_at is not null
                  and not coalesce((o.payload->>'isAcknowledgedBefore')::boolean, false)
                  and not coalesce((o.payload->>'isHeld')::boolean, false))
       group by 1)
    select c.channel, ${ms("ok.at")} as "lastSuccessAt", ${ms("bad.at")} as "lastFailureAt", bad.reason as "lastReason",
           coalesce(w.count, 0) as waiting, ${ms("w.oldest")} as "oldestDueAt",
           coalesce(f.day, '{"sent":0,"failed":0,"medianMs":null,"p95Ms":null}') as day,
           coalesce(f.week, '{"sent":0,"failed":0,"medianMs":null,"p95Ms":null}') as week
      from unnest(${channels as string[]}::text[]) with ordinality as c(channel, place)
      left join lateral (${newest("sent")}) ok on true
      left join lateral (${newest("failed")}) bad on true
      left join figures f on f.channel = c.channel
      left join waiting w on w.channel = c.channel
     order by c.place`;
}

type Outage = OutageDto & { channel: NoticeChannel; reason: string };

/** The outages of the last 90 days, open ones first, then the newest first. */
export async function findOutages(db: Db, isOpen = false): Promise<Outage[]> {
  return db.$client<Outage[]>`
    select id::int, channel, floor(extract(epoch from started_at) * 1000)::float8 as "startedAt",
           floor(extract(epoch from ended_at) * 1000)::float8 as "endedAt", reason
      from channel_outage
     where ended_at is null or (not ${isOpen} and ended_at > now() - make_interval(days => ${KNOWN_DAYS}))
     order by ended_at is null desc, started_at desc
     limit 100`;
}

export type Run = FailureRun & { channel: NoticeChannel; reason: string };

/** The failed attempts since each channel's last success, for the whole installation, as the system. */
export function findRuns(tx: Db, channels: readonly NoticeChannel[]): Promise<Run[]> {
  return tx.$client<Run[]>`
    select c.channel, floor(extract(epoch from min(n.at)) * 1000)::float8 as since,
           count(distinct (n.outbox_id, n.attempt)) filter (where n.fault = 'channel')::int as "channelFailures",
           count(distinct n.recipient)::int as recipients,
           (array_agg(n.reason order by n.at desc, n.id desc))[1] as reason
      from unnest(${channels as string[]}::text[]) as c(channel)
      left join lateral (
        select max(n.at) as at from notice n
         where n.channel = c.channel and n.status = 'sent' and n.at > now() - make_interval(days => ${RUN_DAYS})) ok on true
      join notice n on n.channel = c.channel and n.status = 'failed' and n.fault is not null
       and n.at > coalesce(ok.at, now() - make_interval(days => ${RUN_DAYS}))
     group by c.channel`;
}

/** Ends the open outages of channels that have delivered since or are no longer configured. Returns these channels. */
export async function endOutages(tx: Db, configured: readonly NoticeChannel[]): Promise<NoticeChannel[]> {
  const rows = await tx.$client<{ channel: NoticeChannel }[]>`
    with over as (
      select o.id, (select min(n.at) from notice n
                     where n.channel = o.channel and n.status = 'sent' and n.at > o.started_at) as at
        from channel_outage o where o.ended_at is null)
    update channel_outage o set ended_at = coalesce(over.at, now())
      from over
     where over.id = o.id and (over.at is not null or o.channel <> all(${configured as string[]}))
    returning o.channel`;
  return rows.map(({ channel }) => channel);
}

/** Opens outages. `isNotified` says whether one is reported: not within `quietMs` of the last. */
export async function openOutages(tx: Db, runs: readonly Run[], now: Date, quietMs: number) {
  const opened: (Run & { id: number; isNotified: boolean })[] = [];
  for (const run of runs) {
    const [row] = await tx.$client<{ id: number; isNotified: boolean }[]>`
      insert into channel_outage (channel, started_at, raised_at, reason, is_notified)
      select ${run.channel}, ${new Date(run.since).toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, ${run.reason},
             not exists (select from channel_outage e where e.channel = ${run.channel} and e.is_notified
                            and e.raised_at > ${new Date(now.getTime() - quietMs).toISOString()}::timestamptz)
      on conflict do nothing
      returning id::int, is_notified as "isNotified"`;
    if (row) opened.push({ ...run, ...row });
  }
  return opened;
}

/** Ensures that one worker at a time evaluates the channels. */
export async function lockWatch(tx: Db): Promise<boolean> {
  const [row] = await tx.$client<{ isFree: boolean }[]>`select pg_try_advisory_xact_lock(20261123, 1) as "isFree"`;
  return row?.isFree ?? false;
}

const MAY_SEE: Permission = "viewNoticeChannel";
/** The most recipients of one outage report: platform staff and administrators of one installation. */
const MAXIMUM_KEEPERS = 200;

type Concerned = Keeper & { customerId: number };

/**
 * The recipients of an outage report for this channel: the platform's staff, and the administrators of customers whose
 * plans in use name it, if they may view the state of channels.
 */
export async function findOutageRecipients(tx: Db, channel: NoticeChannel): Promise<Concerned[]> {
  const rows = await tx.$client<Omit<Concerned, "hasDevice">[]>`
    select u.id::int as "userId", u.customer_id::int as "customerId", u.email, u.mobile,
           cu.notify_by_email as "isMailOn", cu.notify_by_sms as "isSmsOn"
      from user_account u
      join role r on r.id = u.role_id and r.status = 'active'
      join customer cu on cu.id = u.customer_id and cu.status = 'active'
     where u.status = 'active'
       and exists (select from role_permission p where p.role_id = r.id and p.code = ${MAY_SEE})
       and (r.scope_type in (2, 3)
            or (r.scope_type = 1 and exists (select from (${rowsInUse(tx)}) n where n.customer_id = cu.id and ${channel} = any(n.channels))))
     order by r.scope_type desc, u.id
     limit ${MAXIMUM_KEEPERS}`;
  const keepers: Concerned[] = [];
  for (const row of rows) keepers.push({ ...row, hasDevice: (await countDevices(tx, row.userId)) > 0 });
  return keepers;
}

/** The customers that get a live event when a channel changes state: those whose plans use it, and the platform. */
export async function findHearers(tx: Db, channels: readonly NoticeChannel[]): Promise<number[]> {
  const rows = await tx.$client<{ id: number }[]>`
    select cu.id::int from customer cu
     where cu.type = 'platform'
        or exists (select from (${rowsInUse(tx)}) n where n.customer_id = cu.id and n.channels && ${channels as string[]}::text[])`;
  return rows.map(({ id }) => id);
}

export type DirectMessage = {
  customerId: number;
  channel: NoticeChannel;
  /** One of `contactId`, `userId` and `outsider` is set. */
  contactId: number | null;
  userId: number | null;
  /** Somebody without an account: an address, and the language for it. */
  outsider?: { address: string; name: string; locale: string | null };
  key: string;
  content: DirectContent;
};

/** Inserts a message into the outbox with its delivery job. Returns its id, or undefined if its key exists already. */
export async function insertDirect(tx: Db, message: DirectMessage): Promise<number | undefined> {
  return (await insertAllDirect(tx, [message])).get(message.key);
}

/** Inserts messages into the outbox with their delivery jobs. Returns the ids by key, without keys that exist already. */
export async function insertAllDirect(tx: Db, messages: readonly DirectMessage[]): Promise<Map<string, number>> {
  if (messages.length === 0) return new Map();
  const rows = messages.map(({ customerId, key, content, ...address }) => ({
    ...{ customer_id: customerId, key },
    payload: { ...address, ...content },
  }));
  const made = await tx.$client<{ id: number; key: string }[]>`
    insert into outbox (customer_id, kind, idempotency_key, payload)
    select n.customer_id, ${DELIVER_DIRECT.name}, n.key, n.payload
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n(customer_id bigint, key text, payload jsonb)
    on conflict (idempotency_key) do nothing
    returning id::int, idempotency_key as key`;
  await queueDirect(
    tx,
    made.map(({ id }) => id),
  );
  return new Map(made.map(({ id, key }) => [key, id]));
}

/** Creates the delivery job of each of these messages. */
export async function queueDirect(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.$client`
    select graphile_worker.add_job(${DELIVER_DIRECT.name}::text, payload := json_build_object('outboxId', id),
             max_attempts := ${DELIVER_DIRECT.maximumAttempts}::int, job_key := 'outbox:' || id,
             flags := case when payload->>'channel' <> 'popup' then array[payload->>'channel'] end)
      from outbox where id = any(${ids as number[]}::bigint[])`;
}

export type Direct = {
  id: number;
  customerId: number;
  key: string;
  attempts: number;
  channel: NoticeChannel;
  name: string;
  to: string;
  locale: string | null;
  userId: number | null;
  timeZone: string;
  content: DirectContent;
};

/** A pending message with its recipient and current address; undefined if it is no longer pending. */
export async function findDirect(db: Db, id: number): Promise<Direct | undefined> {
  const [row] = await db.$client<Direct[]>`
    select o.id::int, o.customer_id::int as "customerId", o.idempotency_key as key, o.attempts, o.payload->>'channel' as channel,
           coalesce(o.payload->'outsider'->>'name', c.name, u.name, '') as name, u.id::int as "userId", cu.time_zone as "timeZone",
           coalesce(${addressOf(db)}, '') as to,
           coalesce(o.payload->'outsider'->>'locale', c.locale, u.locale, cu.locale) as locale, o.payload as content
      from outbox o
      join customer cu on cu.id = o.customer_id
      left join contact c on c.id = (o.payload->>'contactId')::bigint
      left join user_account u on u.id = (o.payload->>'userId')::bigint
     where o.id = ${id} and o.kind = ${DELIVER_DIRECT.name} and o.status = 'pending'`;
  return row;
}

/** The current address for a message of the outbox row `o`, of its contact `c` or account `u`. */
export const addressOf = ({ $client: sql }: Db) => sql`
  case o.payload->>'channel' when 'email' then coalesce(o.payload->'outsider'->>'address', c.email, u.email) when 'popup' then '' when 'push' then ''
       else coalesce(c.phone, u.mobile) end`;

type Attempt = { content: string; reason: string; fault: NoticeFault | null; isOver: boolean; now: Date };

/** Logs one attempt of a message, and finalises the message if no other attempt follows. */
export async function saveDirect(tx: Db, message: Direct, { content, reason, fault, isOver, now }: Attempt) {
  await tx.insert(notice).values({
    customerId: message.customerId,
    outboxId: message.id,
    channel: message.channel,
    type: message.content.type,
    status: reason === "" ? "sent" : "failed",
    contactName: message.name,
    recipient: message.to,
    content,
    reason,
    fault,
    attempt: message.attempts + 1,
  });
  const status = reason === "" ? "done" : isOver ? "failed" : "pending";
  await tx
    .update(outbox)
    .set({
      status,
      attempts: message.attempts + 1,
      lastError: reason || null,
      doneAt: status === "pending" ? null : now,
    })
    .where(eq(outbox.id, message.id));
}

/** The addresses of a contact. Throws NOT_FOUND outside the scope. */
export async function getTestContact(db: Db, scope: Scope, id: number) {
  const [row] = await db
    .select({ customerId: contact.customerId, name: contact.name, email: contact.email, phone: contact.phone })
    .from(contact)
    .where(and(eq(contact.id, id), inScope(scope, { customerId: contact.customerId })));
  if (!row) throw notFound("contact", id);
  return row;
}

/** The addresses of the user's own account. */
export async function getOwnAddresses(db: Db, userId: number) {
  const [row] = await db
    .select({ name: userAccount.name, email: userAccount.email, phone: userAccount.mobile })
    .from(userAccount)
    .where(eq(userAccount.id, userId));
  if (!row) throw notFound("account", userId);
  return row;
}

/** The state of a test. Throws NOT_FOUND outside the scope, and for messages that are not tests. */
export async function getTest(db: Db, scope: Scope, id: number): Promise<ChannelTestDto> {
  const { customerIds } = scopeArrays(scope);
  const [row] = await db.$client<ChannelTestDto[]>`
    select o.id::int, o.payload->>'channel' as channel, o.status, coalesce(n.recipient, '') as recipient,
           n.status as result, coalesce(n.reason, '') as reason
      from outbox o
      left join lateral (select recipient, status, reason from notice where outbox_id = o.id order by id desc limit 1) n on true
     where o.id = ${id} and o.kind = ${DELIVER_DIRECT.name} and o.payload->>'type' = 'test'
       and (${customerIds}::bigint[] is null or o.customer_id = any(${customerIds}::bigint[]))`;
  if (!row) throw notFound("test", id);
  return row;
}
