import "server-only";
import { and, asc, count, eq, ilike, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { alarmTrigger, carrier, scene } from "@/db/schema";
import { type Visibility, visibleCarriers } from "@/lib/auth/visibility";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { BindableDto, BindableQuery } from "./binding.schema";

type Found = Omit<BindableDto, "mayEdit">;
type Wanted = Omit<BindableQuery, "id" | "sort" | "dir">;

async function findCarriers(db: Db, where: SQL | undefined, query: Wanted): Promise<Page<Found>> {
  const rows = await db
    .select({
      id: carrier.id,
      name: carrier.name,
      type: carrier.type,
      sceneName: sql<string>`coalesce(${scene.name}, '')`,
      triggerId: alarmTrigger.id,
      triggerName: alarmTrigger.name,
    })
    .from(carrier)
    .innerJoin(scene, eq(scene.id, carrier.sceneId))
    .leftJoin(alarmTrigger, eq(alarmTrigger.id, carrier.alarmTriggerId))
    .where(where)
    .orderBy(asc(sql`lower(${carrier.name})`), asc(carrier.id))
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart);
  const [counted] = await db.select({ total: count() }).from(carrier).where(where);
  const items = rows.map(({ triggerId, triggerName, ...row }) => ({
    ...row,
    current: triggerId === null || triggerName === null ? null : { id: triggerId, name: triggerName },
  }));
  return { items, total: counted?.total ?? 0 };
}

const narrowed = (visibility: Visibility, { q, type }: Wanted) =>
  and(
    visibleCarriers(visibility, carrier),
    q ? ilike(carrier.name, containsPattern(q)) : undefined,
    type === undefined ? undefined : eq(carrier.type, type),
  );

/** The visible carriers bound to a trigger, by name. */
export const findBound = (db: Db, visibility: Visibility, triggerId: number, query: Wanted): Promise<Page<Found>> =>
  findCarriers(db, and(eq(carrier.alarmTriggerId, triggerId), narrowed(visibility, query)), query);

/** The visible carriers of a customer, by name. */
export const findBindable = (db: Db, visibility: Visibility, customerId: number, query: Wanted): Promise<Page<Found>> =>
  findCarriers(db, and(eq(carrier.customerId, customerId), narrowed(visibility, query)), query);
