import "server-only";
import { createTranslator } from "use-intl/core";
import type { GroupContent, PrintContent, PrintDay, PrintDocument, PrintPage } from "@/db/print-enums";
import { recordOf } from "@/features/carrier/record-time/operations";
import { dayAfter } from "@/features/carrier/record-time/rules";
import type { RecordDto } from "@/features/carrier/record-time/schema";
import { SHOWN_PAGES } from "@/features/print/content.rules";
import type { PreviewDto } from "@/features/print/content.schema";
import { MARKS } from "@/features/print/ticket.rules";
import { sideOf } from "@/features/record-point/sheet.rules";
import { getOneTransport } from "@/features/transport/transport.operations";
import type { TransportDto } from "@/features/transport/transport.schema";
import { codeAddressOf } from "@/features/transport/transport.service";
import { customerValueLocale } from "@/lib/auth/customer-units";
import { visibilityOf } from "@/lib/auth/visibility";
import { formatStamp } from "@/lib/datetime/format";
import { dayKey, startOfDay } from "@/lib/datetime/zone";
import { AppError } from "@/lib/errors";
import { loadMessages } from "@/lib/i18n/load-messages";
import type { Locale } from "@/lib/i18n/routing";
import { holds, type OperationContext } from "@/lib/operation/context";
import { carrierPage } from "@/lib/page/carrier-page";
import { qrCodeImage } from "@/lib/qr-code/qr-code";
import { formatReading, NO_VALUE, unitOf } from "@/lib/units/format";
import { type ValueLocale, valueLocale } from "@/lib/units/value-locale";
import {
  findBelonging,
  findCarrierLabels,
  findDeviceLabels,
  findLotLabels,
  findOwner,
  findSlips,
  type Owner,
} from "./data";

/** What to print for whom; `origin` is the console's public address, if it has one. */
export type Asked = {
  content: GroupContent;
  ids: readonly number[];
  locale: Locale;
  origin: string | null;
  /** `yyyy-mm-dd`; by default today. */
  day?: string | undefined;
  /** The time printed as that of the document. */
  at: Date;
};

type Look = (key: string, values?: Record<string, string | number>) => string;
type Words = { locale: Locale; look: (namespace: string) => Look };

async function wordsOf(locale: Locale): Promise<Words> {
  const messages = await loadMessages(locale);
  const look = (namespace: string) =>
    createTranslator({ locale, messages, namespace: namespace as never }) as unknown as Look;
  return { locale, look };
}

const PERMISSIONS = {
  dayRecord: "viewCarrier",
  carrierLabel: "viewCarrier",
  deviceLabel: "viewDevice",
  lotLabel: "viewLot",
  slip: "viewTransport",
} as const;

/** Throws FORBIDDEN unless the actor may see what is to be printed. */
export function assertMayShow(ctx: OperationContext, contents: readonly GroupContent[]): void {
  for (const content of contents)
    if (!holds(ctx, PERMISSIONS[content])) throw new AppError("FORBIDDEN", `missing ${PERMISSIONS[content]}`);
}

/** All of these records, or NOT_FOUND for one that does not exist or is not visible. */
function all<Row extends { id: number }>(rows: Row[], { ids }: Asked): Row[] {
  const found = new Set(rows.map(({ id }) => id));
  const index = ids.findIndex((id) => !found.has(id));
  if (index < 0) return rows;
  const issue = { path: `ids.${index}`, rule: "reference", message: "refers to a record that does not exist" };
  throw new AppError("NOT_FOUND", `ids: ${ids[index]} not found`, { issues: [issue] });
}

/** A document belongs to one customer. */
function ownerOf(rows: readonly { customerId: number }[]): number {
  const [first] = rows;
  const index = rows.findIndex(({ customerId }) => customerId !== first?.customerId);
  if (first && index < 0) return first.customerId;
  const issue = { path: `ids.${Math.max(0, index)}`, rule: "sameCustomer", message: "must be of one customer" };
  throw new AppError("INVALID", "ids: must be of one customer", { issues: [issue] });
}

type Made = { customerId: number; pages: PrintPage[] };
const plain = { facts: [], table: null, code: null, notes: [] } satisfies Partial<PrintPage>;

async function carrierLabels(ctx: OperationContext, asked: Asked, { look }: Words): Promise<Made> {
  const { ids, origin } = asked;
  const rows = all(await findCarrierLabels(ctx.db, visibilityOf(ctx), ids), asked);
  const t = look("printPaper");
  const pages = rows.map(({ id, name, type, path }): PrintPage => {
    const facts: PrintPage["facts"] = [[t("type"), look("carrier.type")(type)]];
    if (path.length > 0) facts.push([t("place"), path.join(" / ")]);
    return { ...plain, heading: name, facts, code: origin ? `${origin}${carrierPage(id)}` : name };
  });
  return { customerId: ownerOf(rows), pages };
}

const DEVICE_WINDOWS = {
  ...{ sensor: "SensorDetail", gateway: "GateWayDetail", display: "DisplayDetail", relay: "RelayDetail" },
  ...{ base: "BaseDetail", gas: "GasDetail", magnetism: "MagnetismDetail" },
} as const;

async function deviceLabels(ctx: OperationContext, asked: Asked, { look }: Words): Promise<Made> {
  const { ids, origin } = asked;
  const rows = all(await findDeviceLabels(ctx.db, visibilityOf(ctx), ids), asked);
  const t = look("printPaper");
  const pages = rows.map(({ id, name, kind, serialNumber, mac, carrierName, calibrationDueOn }): PrintPage => {
    const facts: PrintPage["facts"] = [[t("serialNumber"), serialNumber]];
    if (mac) facts.push([t("mac"), mac]);
    if (carrierName) facts.push([t("carrier"), carrierName]);
    if (calibrationDueOn) facts.push([t("calibrationDue"), calibrationDueOn]);
    const heading = name === serialNumber ? look("device.kind")(kind) : name;
    // Fields that ask for a serial number read it from this address.
    const search = new URLSearchParams({ id: String(id), sn: serialNumber });
    return { ...plain, heading, facts, code: origin ? `${origin}/${DEVICE_WINDOWS[kind]}?${search}` : serialNumber };
  });
  return { customerId: ownerOf(rows), pages };
}

async function lotLabels(ctx: OperationContext, asked: Asked, { look, locale }: Words): Promise<Made> {
  const rows = all(await findLotLabels(ctx.db, visibilityOf(ctx), asked.ids), asked);
  const values = await customerValueLocale(ctx.db, ownerOf(rows), locale);
  const t = look("printPaper");
  const pages = rows.map(({ number, productName, productCode, expiresOn, minimum, maximum }): PrintPage => {
    const facts: PrintPage["facts"] = [[t("lot"), number]];
    if (productCode) facts.push([t("code"), productCode]);
    if (expiresOn) facts.push([t("expires"), expiresOn]);
    if (minimum !== null || maximum !== null) facts.push([t("storage"), formatReadings(minimum, maximum, values)]);
    // The screens that place lots read the number.
    return { ...plain, heading: productName, facts, code: number };
  });
  return { customerId: ownerOf(rows), pages };
}

const reading = (value: number | null, locale: ValueLocale) => formatReading(value, "temperature", locale).text;
const formatReadings = (minimum: number | null, maximum: number | null, locale: ValueLocale) =>
  `${reading(minimum, locale)} … ${reading(maximum, locale)}`;

async function slips(ctx: OperationContext, { ids, origin }: Asked, { look }: Words): Promise<Made> {
  const transports: TransportDto[] = [];
  for (const id of ids) transports.push(await getOneTransport.call(ctx, { id }));
  const t = look("transportFile.slip");
  const pages: PrintPage[] = [];
  for (const one of transports) {
    const { id, number, consignor, consignee, consigneeContact, stops, lots, carrier, note, timeZone } = one;
    const [first, last] = [stops[0], stops.at(-1)];
    const expected = last?.plannedArriveAt ?? null;
    const facts: [string, (string | null | undefined)[]][] = [
      [t("from"), [consignor || one.customerName, first?.name]],
      [t("to"), [consignee, last?.name, consigneeContact]],
      [t("by"), [carrier.name]],
      [t("expected"), [expected === null ? null : formatStamp(new Date(expected), { timeZone }).slice(0, 16)]],
      [t("lots"), lots.map((lot) => `${lot.productName} · ${lot.number}`)],
      [t("note"), [note]],
    ];
    pages.push({
      ...plain,
      heading: number,
      facts: facts.flatMap(([term, values]): PrintPage["facts"] => {
        const known = values.filter((value): value is string => Boolean(value));
        return known.length === 0 ? [] : [[term, known.join(", ")]];
      }),
      code: origin ? await codeAddressOf(ctx.db, id, origin) : number,
      notes: origin ? [t("scan")] : [],
    });
  }
  return { customerId: ownerOf(transports), pages };
}

/** The times of the record of a carrier without record times. */
const HOURS = Array.from({ length: 24 }, (_, hour) => hour * 60);

type RecordWords = { look: Words["look"]; locale: ValueLocale };

function recordPage(
  { name, path }: { name: string; path: string[] },
  day: string,
  record: RecordDto,
  { look, locale }: RecordWords,
) {
  const [t, tMeasure] = [look("printPaper"), look("carrier.measure")];
  const { probes, rows, timeZone } = record;
  const titles = probes.map(({ measure }, index) => {
    const isRepeated = probes.some((other, place) => place !== index && other.measure === measure);
    const unit = unitOf(measure, locale);
    return `${isRepeated ? `${index + 1} ` : ""}${tMeasure(measure)}${unit ? ` ${unit}` : ""}`;
  });
  const facts: PrintPage["facts"] = [[t("day"), `${day} (${timeZone})`]];
  if (path.length > 0) facts.push([t("place"), path.join(" / ")]);
  for (const [index, { measure, minimum, maximum, serialNumber }] of probes.entries()) {
    const reading = (value: number | null) => formatReading(value, measure, locale).text;
    const range = minimum === null && maximum === null ? "" : `, ${reading(minimum)} … ${reading(maximum)}`;
    facts.push([titles[index] as string, `${serialNumber}${range}`]);
    const values = rows.flatMap(({ values: found }) => {
      const value = found.find(({ probeId }) => probeId === probes[index]?.probeId)?.value;
      return value === null || value === undefined ? [] : [value];
    });
    if (values.length > 0)
      facts.push([t("extremes"), `${reading(Math.min(...values))} / ${reading(Math.max(...values))}`]);
  }
  const cell = (index: number, found: RecordDto["rows"][number]["values"]): string => {
    const probe = probes[index] as RecordDto["probes"][number];
    const value = found.find(({ probeId }) => probeId === probe.probeId)?.value ?? null;
    const { number } = formatReading(value, probe.measure, locale);
    if (value === null) return NO_VALUE;
    const side = sideOf({ ...probe, value });
    return side ? `${number} ${MARKS[side]}` : number;
  };
  const lines = rows.toReversed().map(({ time, values }) => [time, ...probes.map((_, index) => cell(index, values))]);
  const table = lines.length > 0 && probes.length > 0 ? { head: [t("time"), ...titles], rows: lines } : null;
  const notes = table ? [`${MARKS.above} ${t("above")}   ${MARKS.below} ${t("below")}`] : [t("noRecord")];
  return { heading: name, facts, table, code: null, notes } satisfies PrintPage;
}

async function dayRecords(ctx: OperationContext, asked: Asked, words: Words): Promise<Made> {
  const { ids, at } = asked;
  const rows = all(await findCarrierLabels(ctx.db, visibilityOf(ctx), ids), asked);
  const customerId = ownerOf(rows);
  const { timeZone, temperatureUnit } = (await findOwner(ctx.db, customerId)) as Owner;
  const own = { look: words.look, locale: valueLocale(words.locale, temperatureUnit) };
  const day = asked.day ?? dayKey(at, timeZone);
  const pages: PrintPage[] = [];
  for (const row of rows) {
    const record = await recordOf({ db: ctx.db, now: at }, { id: row.id, timeZone }, { from: day, to: day }, HOURS);
    pages.push(recordPage(row, day, record, own));
  }
  return { customerId, pages };
}

const MAKERS = {
  dayRecord: dayRecords,
  slip: slips,
  carrierLabel: carrierLabels,
  deviceLabel: deviceLabels,
  lotLabel: lotLabels,
} satisfies Record<GroupContent, (ctx: OperationContext, asked: Asked, words: Words) => Promise<Made>>;

/** The document of these records and its customer. Throws FORBIDDEN, NOT_FOUND for what is not visible, INVALID. */
export async function documentOf(
  ctx: OperationContext,
  asked: Asked,
): Promise<{ customerId: number; document: PrintDocument }> {
  assertMayShow(ctx, [asked.content]);
  const words = await wordsOf(asked.locale);
  const { customerId, pages } = await MAKERS[asked.content](ctx, asked, words);
  const t = words.look("printPaper");
  const { name: customer, timeZone } = (await findOwner(ctx.db, customerId)) as Owner;
  const stamp = formatStamp(asked.at, { timeZone });
  const made = t("made", { at: stamp });
  return { customerId, document: { title: words.look("printDialog.content")(asked.content), customer, made, pages } };
}

/** A document as screens show it: its first pages with their QR codes. */
export async function previewOf(content: PrintContent, document: PrintDocument): Promise<PreviewDto> {
  const pages = document.pages.slice(0, SHOWN_PAGES);
  const images = await Promise.all(pages.map(({ code }) => (code === null ? null : qrCodeImage(code))));
  return { content, document: { ...document, pages }, pageCount: document.pages.length, images };
}

/** The test page of a printer: every kind of line that is printed, in every language's characters. */
export async function testDocument(
  ctx: OperationContext,
  printer: { name: string; customerId: number; host: string; port: number },
  locale: Locale,
  origin: string,
): Promise<PrintDocument> {
  const { look } = await wordsOf(locale);
  const t = look("printPaper");
  const { name: customer, timeZone } = (await findOwner(ctx.db, printer.customerId)) as Owner;
  const page: PrintPage = {
    heading: printer.name,
    facts: [
      [t("address"), `${printer.host}:${printer.port}`],
      [t("characters"), "2.0 °C 温度 冷藏 温度計 ñ á é"],
    ],
    table: null,
    code: origin,
    notes: [t("testNote")],
  };
  const made = t("made", { at: formatStamp(ctx.now, { timeZone }) });
  return { title: look("printDialog.content")("test"), customer, made, pages: [page] };
}

/** The day of a day record that is printed at `at`. */
export const dayOf = (at: Date, timeZone: string, day: PrintDay): string =>
  dayAfter(dayKey(at, timeZone), day === "yesterday" ? -1 : 0);

/** The visible records that a content has of carriers at `at`; a carrier without a transport has no slip. */
export async function subjectsOf(
  ctx: OperationContext,
  content: GroupContent,
  carrierIds: readonly number[],
  { at, timeZone }: { at: Date; timeZone: string },
): Promise<number[]> {
  const visibility = visibilityOf(ctx);
  const visible = (await findCarrierLabels(ctx.db, visibility, carrierIds)).map(({ id }) => id);
  if (content === "dayRecord" || content === "carrierLabel") return visible;
  if (content === "slip")
    return findSlips(ctx.db, visible, { from: startOfDay(at, timeZone), to: startOfDay(at, timeZone, 1) });
  const { deviceIds, lotIds } = await findBelonging(ctx.db, visible);
  const found =
    content === "deviceLabel"
      ? await findDeviceLabels(ctx.db, visibility, deviceIds)
      : await findLotLabels(ctx.db, visibility, lotIds);
  return found.map(({ id }) => id);
}
