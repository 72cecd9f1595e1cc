import "server-only";
import type { Db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";

export type MovedDevice = {
  id: number;
  kind: DeviceKind;
  customerId: number;
  carrierId: number;
  /** The previous node. */
  sceneId: number | null;
};

/**
 * Moves what is bound to these locked carriers to their new node. Devices are locked in the order of their ids. Returns
 * those that were at another node.
 */
export async function moveDevices(tx: Db, carrierIds: readonly number[], sceneId: number): Promise<MovedDevice[]> {
  const ids = [...carrierIds];
  const moved = await tx.$client<MovedDevice[]>`
    select d.id::int, d.kind, d.customer_id::int as "customerId", d.scene_id::int as "sceneId",
           (select min(hung.carrier_id)::int from (
              select m.carrier_id from mounting m join probe p on p.id = m.probe_id
               where p.device_id = d.id and m.unmounted_at is null and m.carrier_id = any(${ids}::bigint[])
              union all
              select b.carrier_id from device_binding b
               where b.device_id = d.id and b.unbound_at is null and b.carrier_id = any(${ids}::bigint[])) hung) as "carrierId"
      from device d
     where d.scene_id is distinct from ${sceneId} and d.id in (
       select p.device_id from mounting m join probe p on p.id = m.probe_id
        where m.carrier_id = any(${ids}::bigint[]) and m.unmounted_at is null
       union
       select b.device_id from device_binding b
        where b.carrier_id = any(${ids}::bigint[]) and b.unbound_at is null)
     order by d.id for update of d`;
  if (moved.length > 0)
    await tx.$client`
      update device set scene_id = ${sceneId} where id = any(${moved.map(({ id }) => id)}::bigint[])`;
  return moved;
}
