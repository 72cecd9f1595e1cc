import "server-only";
import type { Db } from "@/lib/operation/context";
import { insertDirect } from "./health/data";
import type { MonitorTaskNews, VerificationNews, WorkOrderNews } from "./health/schema";
import { findNewsReaders, findWishes } from "./order-news.data";
import { distinctReaders, newsChannelsOf } from "./order-news.rules";

type Told = {
  customerId: number;
  /** Unique for the cause: the same news is planned once. */
  key: string;
  userIds: readonly number[];
  groupId: number | null;
  /** Whoever caused the news is not told. */
  exceptUserId: number | null;
  news: WorkOrderNews | MonitorTaskNews | VerificationNews;
};

/**
 * Plans the messages about a work order, a monitor task or a verification in the caller's transaction: they are sent if
 * and only if it commits.
 */
export async function planOrderNews(tx: Db, { customerId, key, exceptUserId, news, ...told }: Told): Promise<void> {
  const wishes = await findWishes(tx, customerId);
  for (const reader of distinctReaders(await findNewsReaders(tx, { customerId, ...told }))) {
    const { userId, contactId } = reader;
    if (userId !== null && userId === exceptUserId) continue;
    const who = userId !== null ? { userId, contactId: null } : { userId: null, contactId };
    for (const channel of newsChannelsOf(reader, wishes)) {
      const name = userId !== null ? `user:${userId}` : `contact:${contactId}`;
      await insertDirect(tx, { customerId, key: `${key}:${name}:${channel}`, channel, ...who, content: news });
    }
  }
}
