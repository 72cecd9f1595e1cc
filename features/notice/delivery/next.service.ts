import "server-only";
import type { NextNotice } from "@/features/exception/briefing/briefing.schema";
import { getLinkedException } from "@/features/exception/link/operations";
import type { Db, OperationContext } from "@/lib/operation/context";
import { isChannelConfigured } from "./channel.service";
import { findNames, findPending } from "./next.data";
import { nextOf } from "./next.rules";
import { findPeople } from "./plan.service";

/**
 * The next messages about an exception that the caller has found in scope, as its delivery would decide now: quiet
 * hours, rotas, what the customer has switched off and channels that are not configured included. Null if nobody is
 * notified any more.
 */
export async function findNextNotice(
  { db, now }: { db: Db; now: Date },
  exceptionId: number,
): Promise<NextNotice | null> {
  const pending = await findPending(db, exceptionId);
  if (!pending || pending.planned.length === 0) return null;
  const { customerId, excursion, customer, contacts, planned } = pending;
  const groupIds = planned.flatMap(({ duty }) => duty?.groupId ?? []);
  const onDuty = groupIds.length > 0 ? await findPeople(db, groupIds) : { contacts: [], rotas: [] };
  const known = new Set(contacts.map(({ id }) => id));
  const people = {
    ...onDuty,
    customer,
    contacts: [...contacts, ...onDuty.contacts.filter(({ id }) => !known.has(id))],
  };
  const next = nextOf(people, excursion, planned, { now: now.getTime(), isConfigured: isChannelConfigured });
  if (!next) return null;
  const ids = next.to.flatMap(({ contactId }) => contactId ?? []);
  const names = await findNames(db, customerId, ids);
  return {
    at: new Date(next.at).toISOString(),
    to: next.to.map(({ contactId, channel, undeliverable }) => ({
      ...{ channel, undeliverable },
      name: contactId === null ? "" : (names.get(contactId) ?? ""),
    })),
  };
}

/** The page of a link: its exception, and who is notified next. Throws NOT_FOUND for an invalid key. */
export async function loadLinkScreen(ctx: OperationContext, key: string) {
  const detail = await getLinkedException.call(ctx, { key });
  return { detail, next: detail.stand === "open" ? await findNextNotice(ctx, detail.id) : null };
}
