import type { Db } from "@/db/client";
import { lot, lotPlacement, product } from "@/db/schema";
import { presetOf } from "@/features/product/product.rules";
import type { World } from "./world";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** The refrigerator whose compressor fails, and its neighbours. */
const [HEALTHY, FAILING, REFUGE] = ["接种门诊疫苗冰箱1号", "接种门诊疫苗冰箱2号", "接种门诊疫苗冰箱3号"];
/** How soon somebody moved a lot out of the failing one. */
const MOVED_AFTER = 6 * MINUTE;

type Placing = { carrier: string; from: number; to?: number };
type DemoLot = {
  product: string;
  number: string;
  expiresIn: number;
  quantity: number;
  status?: "active" | "finished";
  placings: readonly Placing[];
};

const WHO = presetOf("whoVaccine");
const PRODUCTS = [
  {
    ...{ name: "重组乙型肝炎疫苗", code: "HBV-10", minimum: 2, maximum: 8, isFreezeSensitive: true, freezeLimit: -0.5 },
    ...{ allowances: [...(WHO?.allowances ?? [])], source: WHO?.source ?? "", presetKey: "whoVaccine" },
    bands: [{ from: -0.5, to: 2, minutes: null }],
  },
  {
    ...{ name: "水痘减毒活疫苗", code: "VAR-05", minimum: 2, maximum: 8, source: "产品说明书" },
    allowances: [{ side: "above" as const, limit: 8, minutes: 0, mode: "cumulative" as const }],
    bands: [{ from: -5, to: 2, minutes: null }],
  },
];

/** Lots that one excursion leaves in different states; `since` is its start, epoch ms. */
const lotsAt = (since: number, now: number): DemoLot[] => [
  {
    ...{ product: "HBV-10", number: "H2607A", expiresIn: 400, quantity: 120 },
    placings: [{ carrier: FAILING as string, from: since - 2 * DAY }],
  },
  {
    ...{ product: "HBV-10", number: "H2607B", expiresIn: 400, quantity: 80 },
    placings: [
      { carrier: FAILING as string, from: since - 2 * DAY, to: Math.min(now - MINUTE, since + MOVED_AFTER) },
      { carrier: REFUGE as string, from: Math.min(now - MINUTE, since + MOVED_AFTER) },
    ],
  },
  {
    ...{ product: "VAR-05", number: "V2603C", expiresIn: 200, quantity: 40 },
    placings: [{ carrier: FAILING as string, from: since - 5 * DAY }],
  },
  {
    ...{ product: "VAR-05", number: "V2511A", expiresIn: -3, quantity: 6 },
    placings: [{ carrier: HEALTHY as string, from: now - 20 * DAY }],
  },
  {
    ...{ product: "HBV-10", number: "H2604D", expiresIn: 310, quantity: 60 },
    placings: [{ carrier: HEALTHY as string, from: since - DAY }],
  },
  {
    ...{ product: "HBV-10", number: "H2511F", expiresIn: 120, quantity: 0, status: "finished" },
    placings: [{ carrier: HEALTHY as string, from: now - 25 * DAY, to: now - 18 * DAY }],
  },
];

/** Two vaccines of the hospital, with lots in the refrigerators of its clinic. */
export async function insertGoods(tx: Db, world: World, now: number): Promise<void> {
  const idOf = new Map(world.carriers.map(({ plan, id }) => [plan.name, id]));
  const customerId = world.carriers.find(({ plan }) => plan.name === FAILING)?.customer.id;
  if (customerId === undefined) throw new Error(`no carrier ${FAILING}`);
  const [open] = await tx.$client<{ since: number }[]>`
    select round(date_part('epoch', min(started_at)) * 1000) as since from exception
     where carrier_id = ${idOf.get(FAILING as string) as number} and ended_at is null and measure = 'temperature'`;
  const since = open?.since ?? now - 60 * MINUTE;
  const made = await tx
    .insert(product)
    .values(PRODUCTS.map((one) => ({ ...one, customerId, createdAt: new Date(now - 28 * DAY) })))
    .returning({ id: product.id, code: product.code });
  for (const { product: code, expiresIn, placings, ...values } of lotsAt(since, now)) {
    const productId = made.find((one) => one.code === code)?.id as number;
    const expiresOn = new Date(now + expiresIn * DAY).toISOString().slice(0, 10);
    const createdAt = new Date(placings[0]?.from ?? now);
    const [row] = await tx
      .insert(lot)
      .values({ ...values, customerId, productId, expiresOn, unit: "支", createdAt })
      .returning({ id: lot.id });
    const lotId = row?.id as number;
    await tx.insert(lotPlacement).values(
      placings.map(({ carrier, from, to }) => ({
        ...{ customerId, lotId, carrierId: idOf.get(carrier) as number, how: "hand" as const },
        ...{ placedAt: new Date(from), removedAt: to === undefined ? null : new Date(to) },
      })),
    );
  }
}
