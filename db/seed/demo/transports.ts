import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Db } from "@/db/client";
import { signature, transport, transportHandover, transportStop } from "@/db/schema";
import { sealedColumns } from "@/features/signature/signature.rules";
import { numberOf } from "@/features/transport/transport.rules";
import { type ChainKeys, canonicalJson, sealRow } from "@/lib/audit/chain";
import { dayKey } from "@/lib/datetime/zone";
import type { LonLat } from "@/lib/geo/coordinates";
import { distanceMetres } from "@/lib/geo/sphere";
import { storeFile } from "@/lib/stored-file/stored-file";
import type { Accounts } from "./accounts";
import type { Track } from "./copy";
import recorded from "./munich-track.json";
import type { DemoAction } from "./trail";
import type { DemoCarrier, World } from "./world";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DRAWING = new URL("./receiver-signature.png", import.meta.url);

/** Instants in ms before (negative) or after now. */
type Plan = {
  carrier: string;
  state: "planned" | "underway" | "arrived" | "delivered" | "refused" | "cancelled";
  from: string;
  to: string;
  consignee: string;
  contact: string;
  departed: number;
  expected: number;
  arrived?: number;
  answer?: { name: string; answer: "accepted" | "acceptedWithRemark" | "refused"; remark: string };
  ahead?: Ahead;
};

/** A journey to places where no lorry of the demo world ever comes, so that it stays underway. */
type Ahead = { from: LonLat; via: { name: string; place: LonLat; arrive: number; depart: number }; to: LonLat };

const PLANS: readonly Plan[] = [
  {
    ...{ carrier: "M IF 2103 Tiefkühlfahrzeug", state: "underway", from: "Lager München Ost", to: "Filiale Augsburg" },
    ...{ consignee: "Isarfrische Filiale Augsburg", contact: "0821-9000310" },
    ...{ departed: -50 * MINUTE, expected: 6 * HOUR },
    ahead: {
      from: [11.6297, 48.1326],
      via: {
        ...{ name: "Filiale Fürstenfeldbruck", place: [11.2553, 48.1779] },
        ...{ arrive: 2 * HOUR, depart: 2.5 * HOUR },
      },
      to: [10.8978, 48.3705],
    },
  },
  {
    ...{ carrier: "M IF 2101 Kühlfahrzeug", state: "delivered", from: "Lager München Ost", to: "Klinikum Bogenhausen" },
    ...{ consignee: "Küche Klinikum Bogenhausen", contact: "089-92700", departed: -26 * HOUR, expected: -25 * HOUR },
    arrived: -25 * HOUR + 12 * MINUTE,
    answer: {
      name: "Sabine Huber",
      answer: "acceptedWithRemark",
      remark: "Ein Karton eingedrückt, Ware unbeschädigt.",
    },
  },
  {
    ...{
      carrier: "M IF 2102 Kühlfahrzeug",
      state: "refused",
      from: "Lager München Ost",
      to: "Filiale Viktualienmarkt",
    },
    ...{
      consignee: "Isarfrische Filiale Viktualienmarkt",
      contact: "089-90003110",
      departed: -50 * HOUR,
      expected: -49 * HOUR,
    },
    arrived: -49 * HOUR + 25 * MINUTE,
    answer: { name: "Jonas Maier", answer: "refused", remark: "Türdichtung offen, Ware über 7 °C." },
  },
  {
    ...{ carrier: "粤A·D31728 冷藏车", state: "planned", from: "疾控中心冷库", to: "云珠区中心医院接种门诊" },
    ...{ consignee: "云珠区中心医院", contact: "020-80002600", departed: 14 * HOUR, expected: 15 * HOUR },
  },
  {
    ...{ carrier: "粤A·D52806 冷藏车", state: "arrived", from: "疾控中心冷库", to: "白鹤社区卫生服务中心" },
    ...{ consignee: "白鹤社区卫生服务中心", contact: "020-80003321", departed: -95 * MINUTE, expected: -50 * MINUTE },
    arrived: -42 * MINUTE,
  },
  {
    ...{ carrier: "粤A·F09165 冷藏车", state: "cancelled", from: "疾控中心冷库", to: "南岗镇卫生院" },
    ...{ consignee: "南岗镇卫生院", contact: "020-80003388", departed: -3 * DAY, expected: -3 * DAY + HOUR },
  },
];

const CANCELLED = "接种日改期";

type Place = { longitude: number | null; latitude: number | null };
const NOWHERE: Place = { longitude: null, latitude: null };

/** Where a lorry was, and the point of its round that is farthest from there. */
function placesOf(track: Track | undefined, at: number): [Place, Place] {
  const from = track?.fixes.findLast((fix) => fix.at <= at);
  if (!from) return [NOWHERE, NOWHERE];
  const here = [from.longitude, from.latitude] as const;
  const road = recorded.points as [seconds: number, longitude: number, latitude: number][];
  const [, longitude, latitude] = road.reduce((far, point) =>
    distanceMetres(here, [point[1], point[2]]) > distanceMetres(here, [far[1], far[2]]) ? point : far,
  );
  return [
    { longitude: here[0], latitude: here[1] },
    { longitude, latitude },
  ];
}

const placeAt = ([longitude, latitude]: LonLat): Place => ({ longitude, latitude });

const dateAt = (at: number | null) => (at === null ? null : new Date(at));

/** Transports in every state, with the answers of two receivers. Returns what the trail has of their signatures. */
export async function insertTransports(
  tx: Db,
  { carriers }: World,
  tracks: readonly Track[],
  accounts: Accounts,
  { now, keys }: { now: number; keys: ChainKeys },
): Promise<DemoAction[]> {
  const actions: DemoAction[] = [];
  const numbers: string[] = [];
  for (const plan of PLANS) {
    const carrier = carriers.find(({ plan: { name } }) => name === plan.carrier);
    if (!carrier) throw new Error(`no carrier ${plan.carrier}`);
    const isGone = plan.state !== "planned" && plan.state !== "cancelled";
    const departedAt = isGone ? now + plan.departed : null;
    const closedAt = plan.answer && plan.arrived !== undefined ? now + plan.arrived + 8 * MINUTE : null;
    const { timeZone } = carrier.customer.plan;
    const number = numberOf(dayKey(new Date(now + plan.departed), timeZone), numbers);
    numbers.push(number);
    const [made] = await tx
      .insert(transport)
      .values({
        ...{ customerId: carrier.customer.id, number, state: plan.state, how: "hand", carrierId: carrier.id },
        ...{ consignor: carrier.customer.plan.shortName, consignorEmail: carrier.customer.plan.email },
        ...{ consignee: plan.consignee, consigneeContact: plan.contact, createdBy: accounts.agent },
        precoolingMinutes: 30,
        loadedAt: dateAt(departedAt === null ? null : departedAt - 20 * MINUTE),
        followedAt: dateAt(departedAt),
        closedAt: dateAt(closedAt ?? (plan.state === "cancelled" ? now + plan.departed - HOUR : null)),
        cancelReason: plan.state === "cancelled" ? CANCELLED : "",
        createdAt: new Date(Math.min(now, now + plan.departed - 6 * HOUR)),
        ...(isGone && {
          precooling: {
            ...{ state: "proven" as const, requiredMinutes: 30, withinMinutes: 30, outsideMinutes: 0 },
            observedMinutes: 30,
          },
        }),
      })
      .returning({ id: transport.id });
    const { id } = made as { id: number };
    const track = tracks.find(({ carrierId }) => carrierId === carrier.id);
    const { ahead } = plan;
    const [from, to] = ahead ? [placeAt(ahead.from), placeAt(ahead.to)] : placesOf(track, now + plan.departed);
    const arrivedAt = plan.arrived === undefined ? null : now + plan.arrived;
    await tx.insert(transportStop).values([
      {
        ...{ transportId: id, place: 0, name: plan.from, carrierId: carrier.id, ...from },
        plannedDepartAt: new Date(now + plan.departed),
        arrivedAt: dateAt(departedAt === null ? null : departedAt - 20 * MINUTE),
        departedAt: dateAt(departedAt),
      },
      ...(ahead
        ? [
            {
              ...{ transportId: id, place: 1, name: ahead.via.name, ...placeAt(ahead.via.place) },
              plannedArriveAt: new Date(now + ahead.via.arrive),
              plannedDepartAt: new Date(now + ahead.via.depart),
            },
          ]
        : []),
      {
        ...{ transportId: id, place: ahead ? 2 : 1, name: plan.to, ...to },
        ...{ plannedArriveAt: new Date(now + plan.expected), arrivedAt: dateAt(arrivedAt) },
      },
    ]);
    if (closedAt !== null && plan.answer)
      actions.push(await answer(tx, { id, number, carrier, ...plan.answer }, closedAt, keys));
  }
  return actions;
}

type Answer = NonNullable<Plan["answer"]> & { id: number; number: string; carrier: DemoCarrier };

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A receiver's answer with its signature. */
async function answer(tx: Db, given: Answer, at: number, keys: ChainKeys): Promise<DemoAction> {
  const { id, number, carrier, name, answer: said, remark } = given;
  const customerId = carrier.customer.id;
  const picture = readFileSync(DRAWING);
  const file = { customerId, kind: "handover", contentType: "image/png", content: picture } as const;
  const drawing = { id: await storeFile(tx, file), sha256: sha256(picture) };
  const content = { number, consignee: carrier.customer.plan.shortName };
  const [row] = await tx
    .insert(transportHandover)
    .values({
      ...{ customerId, transportId: id, answer: said, remark, receiverName: name, drawing, photos: [], content },
      ...{ answeredAt: new Date(at), receivedAt: new Date(at + 2000), isClockRight: true },
      clientKey: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
    })
    .returning({ id: transportHandover.id });
  const { id: recordId } = row as { id: number };
  const signed = canonicalJson({
    ...{ answer: said, remark, receiverName: name, answeredAt: new Date(at).toISOString() },
    ...{ drawing: drawing.sha256, photos: [], shown: content },
  });
  const values = {
    ...{ customerId, recordKind: "transport" as const, recordId, version: 1, meaning: "received" as const },
    ...{ reason: remark, userId: null, account: "", printedName: name, at: new Date(at + 2000), sessionId: null },
    ...{ address: "10.20.0.9", userAgent: "demo", imageId: drawing.id, imageHash: drawing.sha256 },
    ...{ content: signed, contentHash: sha256(signed) },
  };
  const [made] = await tx
    .insert(signature)
    .values({ ...values, ...sealRow("signature", sealedColumns(values), keys) })
    .returning({ id: signature.id });
  const { meaning, contentHash } = values;
  return {
    ...{ customerId, at: values.at, actorId: 0, contactName: name, reason: null, operation: "signature.sign" },
    ...{ entity: "signature", entityId: String((made as { id: number }).id), oldValues: null },
    newValues: { recordKind: "transport", recordId, version: 1, meaning, contentHash },
  };
}
