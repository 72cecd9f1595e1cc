import type { Db } from "@/db/client";
import { forwardState, forwardTarget } from "@/db/schema";
import type { World } from "./world";

/** Inserts a platform of the health authority as a target, disabled: the demo sends nothing outside. */
export async function insertForwarding(tx: Db, { customers }: World): Promise<void> {
  const [owner] = customers;
  if (!owner) throw new Error("no customer to forward for");
  const [target] = await tx
    .insert(forwardTarget)
    .values({
      customerId: owner.id,
      name: "市疫苗冷链监管平台",
      type: "http",
      host: "coldchain.example.com",
      port: 443,
      isTls: true,
      path: "/v1/records",
      isEnabled: false,
    })
    .returning({ id: forwardTarget.id });
  await tx.insert(forwardState).values({ targetId: (target as { id: number }).id });
}
