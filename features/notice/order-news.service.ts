import "server-only";
import type { Permission } from "@/lib/auth/permissions";
import type { Db } from "@/lib/operation/context";
import { type DirectMessage, insertAllDirect } from "./health/data";
import type { MonitorTaskNews, SecondmentNews, VerificationNews, WorkOrderNews } from "./health/schema";
import { findNewsReaders, findPermitted, findWishes } from "./order-news.data";
import { distinctReaders, newsChannelsOf } from "./order-news.rules";

type News = {
  customerId: number;
  /** Unique for the cause: the same news is planned once. */
  key: string;
  userIds: readonly number[];
  groupId: number | null;
  /** Whoever caused the news is not notified. */
  exceptUserId: number | null;
  news: WorkOrderNews | MonitorTaskNews | VerificationNews | SecondmentNews;
};

/**
 * Plans the messages about a work order, a task, a verification or a secondment in the caller's transaction: they are
 * sent if and only if it commits.
 */
export async function planOrderNews(tx: Db, { customerId, key, exceptUserId, news, ...rest }: News): Promise<void> {
  const wishes = await findWishes(tx, customerId);
  const messages: DirectMessage[] = [];
  for (const reader of distinctReaders(await findNewsReaders(tx, { customerId, ...rest }))) {
    const { userId, contactId } = reader;
    if (userId !== null && userId === exceptUserId) continue;
    const who = userId !== null ? { userId, contactId: null } : { userId: null, contactId };
    for (const channel of newsChannelsOf(reader, wishes)) {
      const name = userId !== null ? `user:${userId}` : `contact:${contactId}`;
      messages.push({ customerId, key: `${key}:${name}:${channel}`, channel, ...who, content: news });
    }
  }
  await insertAllDirect(tx, messages);
}

type NewsForPermitted = Omit<News, "userIds" | "groupId"> & { permission: Permission };

/** The same for the accounts of a customer that have a permission. */
export async function planNewsFor(tx: Db, { permission, ...rest }: NewsForPermitted): Promise<void> {
  const userIds = await findPermitted(tx, rest.customerId, permission);
  await planOrderNews(tx, { ...rest, userIds, groupId: null });
}
