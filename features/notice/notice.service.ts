import "server-only";
import { randomUUID } from "node:crypto";
import type { NoticeChannel, Severity } from "@/db/enums";
import { grouped } from "@/lib/grouped";
import type { Db } from "@/lib/operation/context";
import { findPlans, insertPlanned } from "./delivery/plan.data";
import { type PlanExcursion, type Planned, plansOf, reopened, scheduleOf } from "./delivery/plan.rules";
import { insertAllDirect, insertDirect } from "./health/data";
import type { HandoverNews, TestAlarm } from "./health/schema";
import { DELIVER_NOTICE } from "./notice.schema";

/** Plans the notices of new exceptions in the caller's transaction: they are sent if and only if it commits. */
export const planNotices = (tx: Db, exceptionIds: readonly number[]): Promise<void> => plan(tx, exceptionIds, false);

/**
 * Plans the notices of exceptions again that late readings reopened. Repeats and escalations that were skipped
 * meanwhile are planned again. What was sent, or is pending, is not changed.
 */
export const replanNotices = (tx: Db, exceptionIds: readonly number[]): Promise<void> => plan(tx, exceptionIds, true);

/**
 * Plans notices of open exceptions whose severity rose, like a new alarm that started at `at` (epoch ms). The first row
 * is notified even if the lower severity was acknowledged; repeats and escalations are not.
 */
export async function planRises(tx: Db, rises: readonly { id: number; to: Severity; at: number }[]): Promise<void> {
  if (rises.length === 0) return;
  const byId = new Map(rises.map((rise) => [rise.id, rise]));
  const { excursions, plans } = await findPlans(tx, [...byId.keys()]);
  const risen = excursions.flatMap((excursion) => {
    const rise = byId.get(excursion.id);
    return rise ? [{ ...excursion, raisedAt: rise.at, risenTo: rise.to, isDetectedLate: false }] : [];
  });
  await insert(tx, risen, plans, false);
}

/** After an acknowledgement of the lower severity only the first messages of a rise are sent. */
const ofRise = (messages: readonly Planned[], { acknowledgedAt }: PlanExcursion): Planned[] =>
  acknowledgedAt === null
    ? [...messages]
    : messages.filter(({ isFollowUp }) => !isFollowUp).map((one) => ({ ...one, isAcknowledgedBefore: true }));

async function plan(tx: Db, exceptionIds: readonly number[], isAgain: boolean): Promise<void> {
  if (exceptionIds.length === 0) return;
  const { excursions, plans } = await findPlans(tx, exceptionIds);
  await insert(tx, isAgain ? excursions.flatMap(reopened) : excursions, plans, isAgain);
}

type Found = Awaited<ReturnType<typeof findPlans>>;

async function insert(
  tx: Db,
  concerned: readonly (Found["excursions"][number] & Pick<PlanExcursion, "risenTo">)[],
  plans: Found["plans"],
  isAgain: boolean,
): Promise<void> {
  for (const [customerId, own] of grouped(concerned, (excursion) => excursion.customerId)) {
    const planned = own.flatMap((excursion) => {
      const messages = plansOf(excursion, plans).flatMap((plan) => scheduleOf(plan, excursion));
      return excursion.risenTo ? ofRise(messages, excursion) : messages;
    });
    await insertPlanned(tx, customerId, planned, DELIVER_NOTICE, isAgain);
  }
}

/** A person to tell by mail: an account, or somebody without one with an address and a language. */
export type MailReader = { userId: number } | { address: string; name: string; locale: string | null };

/**
 * Plans a mail about a receiver's answer in the caller's transaction, once for each key. It is sent to the address that
 * an account has then.
 */
export async function planHandoverMail(
  tx: Db,
  { customerId, key, reader, news }: { customerId: number; key: string; reader: MailReader; news: HandoverNews },
): Promise<void> {
  const [userId, rest] = "userId" in reader ? [reader.userId, {}] : [null, { outsider: reader }];
  await insertDirect(tx, { customerId, key, channel: "email", contactId: null, userId, ...rest, content: news });
}

type TestMessage = { contactId: number | null; channel: NoticeChannel; alarm: TestAlarm };

/**
 * Sends the messages of a test alarm by the delivery of alarms, each attempted once. Returns the ids of the outbox rows
 * in order. Without a contact it is the pop-up in the console.
 */
export async function sendTestAlarm(
  tx: Db,
  { customerId, by, messages }: { customerId: number; by: string; messages: readonly TestMessage[] },
): Promise<number[]> {
  const direct = messages.map(({ alarm, ...to }) => ({
    ...{ ...to, customerId, userId: null, key: `test-alarm:${randomUUID()}` },
    content: { type: "test" as const, by, alarm },
  }));
  const ids = await insertAllDirect(tx, direct);
  return direct.map(({ key }) => ids.get(key) as number);
}
