import "server-only";
import { writeAudits } from "@/lib/audit/write-audit";
import type { Db, OperationContext } from "@/lib/operation/context";
import type { CarrierRecord } from "../carrier.data";
import { moveDevices } from "./relocation.data";

/**
 * Moves the devices of locked carriers of one customer to the carriers' new node, in the caller's transaction. Each
 * device gets an audit row that names its carrier.
 */
export async function moveMountedDevices(
  tx: Db,
  ctx: OperationContext,
  carriers: readonly Pick<CarrierRecord, "id" | "name" | "customerId">[],
  sceneId: number,
): Promise<void> {
  const [first] = carriers;
  if (!first) return;
  const names = new Map(carriers.map(({ id, name }) => [id, name]));
  const moved = await moveDevices(
    tx,
    carriers.map(({ id }) => id),
    sceneId,
  );
  const lines = moved.map(({ id, kind, carrierId, sceneId: before }) => ({
    operation: `${kind}.move`,
    entity: kind,
    entityId: String(id),
    old: { sceneId: before },
    new: { sceneId, carrierId, carrierName: names.get(carrierId) },
  }));
  await writeAudits(tx, ctx, first.customerId, lines);
}
