import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import type { DeviceKind, Measure } from "@/db/enums";
import { device, probe, probeState } from "@/db/schema";

/** A device type of each kind. */
export const TYPE_CODES = {
  sensor: "zbp_2",
  gateway: "gt_1",
  display: "dt_1",
  relay: "rt_1",
  base: "433",
  gas: "0x01",
  magnetism: "m1",
} as const satisfies Record<DeviceKind, string>;

export const uniqueText = () => randomBytes(5).toString("hex").toUpperCase();

type Options = Partial<typeof device.$inferInsert> & { measures?: readonly Measure[] };

/** A device without a mounting or binding; enabled by default. */
export async function makeDevice(
  db: Db,
  owner: { id: number; sceneId: number },
  kind: DeviceKind,
  { measures = [], ...values }: Options = {},
) {
  const serialNumber = `${kind.slice(0, 2).toUpperCase()}-${uniqueText()}`;
  const [row] = await db
    .insert(device)
    .values({
      customerId: owner.id,
      sceneId: owner.sceneId,
      kind,
      typeCode: TYPE_CODES[kind],
      serialNumber,
      mac: uniqueText(),
      name: serialNumber,
      ...values,
    })
    .returning();
  if (!row) throw new Error("the factory made no row");
  const probes: Partial<Record<Measure, number>> = {};
  for (const measure of measures) {
    const [made] = await db.insert(probe).values({ customerId: owner.id, deviceId: row.id, measure }).returning();
    await db.insert(probeState).values({ probeId: made?.id as number });
    probes[measure] = made?.id as number;
  }
  return { ...row, probes };
}
