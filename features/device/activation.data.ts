import "server-only";
import { asc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { device } from "@/db/schema";
import type { Followed } from "./activation.rules";

/** Locks the devices of an already locked customer, in the order of their ids. */
export const lockAllOf = (tx: Db, customerId: number) =>
  tx
    .select({ id: device.id, use: device.use, resumeUse: device.resumeUse })
    .from(device)
    .where(eq(device.customerId, customerId))
    .orderBy(asc(device.id))
    .for("no key update");

/** Saves the new use of each device that followed its customer. */
export async function saveFollowed(tx: Db, rows: readonly (Followed & { id: number })[]): Promise<void> {
  await tx.$client`
    update device d set use = n.use, resume_use = n.resume_use
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map((row) => row.use)}::text[],
                  ${rows.map((row) => row.resumeUse)}::text[]) as n(id, use, resume_use)
     where d.id = n.id`;
}

/** Which of these devices the record of a running verification takes readings of, at a point or beside one, with its number. */
export async function findRecording(tx: Db, deviceIds: readonly number[]): Promise<Map<number, string>> {
  const ids = [...deviceIds];
  const rows = await tx.$client<{ id: number; number: string }[]>`
    select x.id::int, min(v.number) as number
      from unnest(${ids}::bigint[]) as x(id)
      join verification_point p on p.device_id = x.id or p.beside_id = x.id
      join verification_task v on v.id = p.task_id and v.state in ('inProgress', 'recording')
     group by x.id`;
  return new Map(rows.map(({ id, number }) => [id, number]));
}
