import { inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { userAccount, workOrder, workOrderEvent, workOrderRule } from "@/db/schema";
import type { WorkOrderEventKind, WorkOrderState, WorkOrderType } from "@/db/work-order-enums";
import { numberOf } from "@/features/work-order/order.rules";
import { dayKey } from "@/lib/datetime/zone";
import type { Accounts } from "./accounts";
import type { World } from "./world";

const HOUR = 3_600_000;

/** Hours before now; who orders is the administrator, who works the nurse, in the part of the house that she sees. */
type Plan = {
  carrier: string;
  state: WorkOrderState;
  type: WorkOrderType;
  title: string;
  submitted: number;
  accepted?: number;
  processed?: number;
  closed?: number;
  /** Hours after now; negative: overdue. */
  due?: number;
  result?: string;
  reason?: string;
  stars?: number;
};

const PLANS: readonly Plan[] = [
  { carrier: "母乳冷藏柜", state: "submitted", type: "inspection", title: "门封条检查", submitted: 3, due: 20 },
  { carrier: "储血冰箱2号", state: "submitted", type: "repair", title: "压缩机异响", submitted: 30, due: -2 },
  {
    ...{ carrier: "急诊药房冷藏柜", state: "accepted", type: "maintenance", title: "搬迁后温度复核" },
    ...{ submitted: 26, accepted: 25, due: 22 },
  },
  {
    ...{ carrier: "胰岛素冷藏柜", state: "processed", type: "repair", title: "更换门封条", submitted: 52 },
    ...{ accepted: 51, processed: 5, result: "已更换门封条，关门后温度稳定在 4.6 °C。" },
  },
  {
    ...{ carrier: "胰岛素冷藏柜", state: "confirmed", type: "battery", title: "更换传感器电池", submitted: 120 },
    ...{ accepted: 119, processed: 96, closed: 95, result: "已更换电池，电量 100 %。" },
  },
  {
    ...{
      carrier: "胰岛素冷藏柜",
      state: "rated",
      type: "calibration",
      title: "年度校准",
      submitted: 400,
      accepted: 396,
    },
    ...{ processed: 350, closed: 340, stars: 5, result: "校准合格，证书已上传。" },
  },
  {
    ...{
      carrier: "母乳冷藏柜",
      state: "cancelled",
      type: "connection",
      title: "网关信号弱",
      submitted: 200,
      closed: 190,
    },
    reason: "信号已自行恢复",
  },
];

/** Work orders of the hospital in every state, and two rules. */
export async function insertWorkOrders(
  tx: Db,
  { carriers }: World,
  accounts: Accounts,
  places: { hospital: number },
  now: number,
): Promise<void> {
  const people = await tx
    .select({ id: userAccount.id, name: userAccount.name })
    .from(userAccount)
    .where(inArray(userAccount.id, [accounts.admin, accounts.user]));
  const byOf = (id: number) => ({ actorId: id, actorName: people.find((one) => one.id === id)?.name ?? "" });
  const [orderer, engineer] = [byOf(accounts.admin), byOf(accounts.user)];
  const ago = (hours: number | undefined) => (hours === undefined ? null : new Date(now - hours * HOUR));
  const numbers: string[] = [];
  for (const plan of PLANS.toSorted((a, b) => b.submitted - a.submitted)) {
    const carrier = carriers.find(({ plan: { name } }) => name === plan.carrier);
    if (!carrier) throw new Error(`no carrier ${plan.carrier}`);
    const createdAt = ago(plan.submitted) as Date;
    const number = numberOf(dayKey(createdAt, carrier.customer.plan.timeZone), numbers);
    numbers.push(number);
    const isConfirmed = plan.state === "confirmed" || plan.state === "rated";
    const dueAt = plan.due === undefined ? null : new Date(now + plan.due * HOUR);
    const [made] = await tx
      .insert(workOrder)
      .values({
        ...{ customerId: carrier.customer.id, number, type: plan.type, title: plan.title, state: plan.state },
        ...{ carrierId: carrier.id, createdBy: accounts.admin, createdAt, dueAt, remindMinutes: 60 },
        ...{ acceptedBy: plan.accepted === undefined ? null : accounts.user, acceptedAt: ago(plan.accepted) },
        ...{ processedAt: ago(plan.processed), result: plan.result ?? "", closedAt: ago(plan.closed) },
        ...(isConfirmed && { confirmedBy: accounts.admin, confirmedAt: ago(plan.closed) }),
        ...{ stars: plan.stars ?? null, cancelReason: plan.reason ?? "" },
        // What is overdue in the demo was said when it became so.
        ...(plan.due !== undefined && plan.due < 0 && { overdueAt: dueAt }),
      })
      .returning({ id: workOrder.id });
    const workOrderId = (made as { id: number }).id;
    const event = (kind: WorkOrderEventKind, at: Date | null, by: typeof orderer, text = "") =>
      at === null ? [] : [{ workOrderId, kind, at, text, ...by }];
    await tx
      .insert(workOrderEvent)
      .values([
        ...event("submitted", createdAt, orderer),
        ...event("accepted", ago(plan.accepted), engineer),
        ...event("processed", ago(plan.processed), engineer, plan.result),
        ...event(plan.state === "cancelled" ? "cancelled" : "confirmed", ago(plan.closed), orderer, plan.reason),
        ...(plan.stars === undefined ? [] : event("rated", ago((plan.closed ?? 1) - 1), orderer)),
      ]);
  }
  const customerId = places.hospital;
  await tx.insert(workOrderRule).values([
    {
      ...{ customerId, name: "严重异常两小时未处理", cause: "exception", severities: ["critical"], afterMinutes: 120 },
      ...{ dueMinutes: 240, remindMinutes: 60, isEnabled: false },
    },
    { customerId, name: "传感器电量低", cause: "battery", percent: 10, dueMinutes: 2880, remindMinutes: 240 },
  ]);
}
