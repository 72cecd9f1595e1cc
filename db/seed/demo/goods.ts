import type { Db } from "@/db/client";
import { lot, lotPlacement, product } from "@/db/schema";
import { presetOf } from "@/features/product/product.rules";
import type { World } from "./world";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Refrigerators of the outpatient department; one had an excursion lately, and the compressor of one fails. */
const FAILING = "接种门诊疫苗冰箱2号";
const CLINIC = ["接种门诊疫苗冰箱1号", "接种门诊疫苗冰箱3号", "胰岛素冷藏柜", "急诊药房冷藏柜"] as const;
/** How soon somebody moved a lot out, and how long another one was in no carrier. */
const MOVED_AFTER = 6 * MINUTE;
const ASTRAY = 150 * MINUTE;

type Placing = { carrier: string; from: number; to?: number };
type DemoLot = {
  product: string;
  number: string;
  expiresIn: number;
  quantity: number;
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

/** An excursion that is over; epoch ms. */
export type Excursion = { carrier: string; from: number; to: number };

/** Lots that one excursion leaves in different states, and some that it does not concern. */
const lotsAt = ({ carrier, from, to }: Excursion, refuge: string, now: number): DemoLot[] => [
  {
    ...{ product: "HBV-10", number: "H2607A", expiresIn: 400, quantity: 120 },
    placings: [{ carrier, from: from - DAY }],
  },
  {
    ...{ product: "HBV-10", number: "H2607B", expiresIn: 400, quantity: 80 },
    placings: [
      { carrier, from: from - DAY, to: from + MOVED_AFTER },
      { carrier: refuge, from: from + MOVED_AFTER },
    ],
  },
  {
    ...{ product: "HBV-10", number: "H2605C", expiresIn: 350, quantity: 45 },
    placings: [
      { carrier, from: from - DAY, to },
      { carrier: refuge, from: to + ASTRAY },
    ],
  },
  {
    ...{ product: "VAR-05", number: "V2603C", expiresIn: 200, quantity: 40 },
    placings: [{ carrier, from: from - DAY }],
  },
  {
    ...{ product: "VAR-05", number: "V2511A", expiresIn: -3, quantity: 6 },
    placings: [{ carrier: refuge, from: from - DAY }],
  },
  {
    ...{ product: "HBV-10", number: "H2604D", expiresIn: 310, quantity: 60 },
    placings: [{ carrier: FAILING, from: now - DAY }],
  },
];

/** Two vaccines of the hospital, with lots in the refrigerators of its clinic; returns the excursion that they went through. */
export async function insertGoods(tx: Db, world: World, now: number): Promise<Excursion> {
  const idOf = new Map(world.carriers.map(({ plan, id }) => [plan.name, id]));
  const customerId = world.carriers.find(({ plan }) => plan.name === FAILING)?.customer.id;
  if (customerId === undefined) throw new Error(`no carrier ${FAILING}`);
  const [latest] = await tx.$client<Excursion[]>`
    select c.name as carrier, round(date_part('epoch', e.started_at) * 1000) as "from",
           round(date_part('epoch', e.ended_at) * 1000) as "to"
      from exception e join carrier c on c.id = e.carrier_id
     where c.customer_id = ${customerId} and c.name = any(${[...CLINIC]}) and e.kind = 'range' and e.measure = 'temperature'
       and e.side = 'above' and e.withdrawn_at is null and e.ended_at < to_timestamp(${now - 2 * ASTRAY}::float8 / 1000)
     order by e.started_at desc limit 1`;
  const excursion = latest ?? { carrier: CLINIC[1], from: now - 5 * DAY, to: now - 5 * DAY + 60 * MINUTE };
  const refuge = CLINIC[0] === excursion.carrier ? CLINIC[1] : CLINIC[0];
  const made = await tx
    .insert(product)
    .values(PRODUCTS.map((one) => ({ ...one, customerId, createdAt: new Date(now - 28 * DAY) })))
    .returning({ id: product.id, code: product.code });
  for (const { product: code, expiresIn, placings, ...values } of lotsAt(excursion, refuge, now)) {
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
  return excursion;
}
