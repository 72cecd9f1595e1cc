import "server-only";
import type { Db } from "@/db/client";
import { workOrderEvent, workOrderPhoto } from "@/db/schema";
import type { WorkOrderEventKind } from "@/db/work-order-enums";
import type { WorkOrderEventDto, WorkOrderPhotoDto } from "./order.schema";

/** Who did it; without an id and name, the product itself. */
export type By = { id: number | null; name: string };

/** The timeline of an order that the caller has opened, as it was written: whoever writes holds the order. */
export async function findEvents(db: Db, id: number): Promise<WorkOrderEventDto[]> {
  const rows = await db.$client<WorkOrderEventDto[]>`
    select id::int, kind, actor_name as actor, text, round(date_part('epoch', at) * 1000) as at
      from work_order_event where work_order_id = ${id} order by id`;
  return [...rows];
}

export async function insertEvent(
  tx: Db,
  workOrderId: number,
  { kind, by, text = "", at }: { kind: WorkOrderEventKind; by: By; text?: string; at: Date },
): Promise<void> {
  await tx.insert(workOrderEvent).values({ workOrderId, kind, actorId: by.id, actorName: by.name, text, at });
}

type Photo = WorkOrderPhotoDto & { clientKey: string };

/** The photos of an order that the caller has opened, in order of time. */
export async function findPhotos(db: Db, id: number): Promise<Photo[]> {
  const rows = await db.$client<Photo[]>`
    select file_id as file, actor_name as actor, client_key as "clientKey", round(date_part('epoch', at) * 1000) as at
      from work_order_photo where work_order_id = ${id} order by at, id`;
  return [...rows];
}

export async function insertPhoto(tx: Db, row: typeof workOrderPhoto.$inferInsert): Promise<void> {
  await tx.insert(workOrderPhoto).values(row);
}
