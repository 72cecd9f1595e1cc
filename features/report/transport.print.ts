import "server-only";
import type { AbstractIntlMessages } from "next-intl";
import { createTranslator } from "use-intl/core";
import type { HandoverAnswer, PrecoolingState } from "@/db/transport-enums";
import { formatDuration, formatStamp } from "@/lib/datetime/format";
import type { PdfDocument, PdfFigure } from "@/lib/pdf/document";
import type { Ink } from "@/lib/pdf/sheet";
import { formatNumber, formatPlace } from "@/lib/units/format";
import { languageOf, type ValueLocale } from "@/lib/units/value-locale";
import type { ReportContent, ReportExcursion, ReportSource } from "./report.schema";
import { SKETCH, trackSketch } from "./track.print";
import { arrivalDelayOf, delayOf, whereAt } from "./transport.rules";
import type { ReportEvent, ReportTransport } from "./transport.schema";

type Words = (key: string, values?: Record<string, string | number>) => string;

/** The texts of the sections on a transport. */
export type TransportWords = {
  /** With the unit of the customer. */
  locale: ValueLocale;
  t: Words;
  tTransport: Words;
  tFile: Words;
  tSignature: Words;
  /** An instant to the minute, and to the second with its zone. */
  short: (at: number) => string;
  stamp: (at: number | string) => string;
  time: (milliseconds: number) => string;
};

export function transportWords(messages: AbstractIntlMessages, values: ValueLocale, timeZone: string): TransportWords {
  const words = (namespace: string) =>
    createTranslator({ locale: languageOf(values), messages, namespace: namespace as never }) as unknown as Words;
  const stamp = (at: number | string) => formatStamp(new Date(at), { timeZone });
  return {
    ...{ locale: values, t: words("report"), tTransport: words("transport"), tFile: words("transportFile"), stamp },
    ...{ tSignature: words("signature"), short: (at: number) => stamp(at).slice(0, 16) },
    time: (milliseconds) => formatDuration(milliseconds, values),
  };
}

type Pages = { document: PdfDocument; content: ReportContent; source: ReportSource; words: TransportWords };

/** Places to this many digits: a metre. */
const DIGITS = 5;
/** The size of a drawn signature in points. */
const DRAWN = { width: 170, height: 64 };
const ANSWER_INK = { accepted: "normal", acceptedWithRemark: "warning", refused: "critical" } as const;
const VERDICT_INK = { usable: "normal", quarantine: "warning", notUsable: "critical", unknown: "warning" } as const;
const STATE_INK: Partial<Record<ReportTransport["state"], Ink>> = { delivered: "normal", refused: "critical" };
const PRECOOLING_INK: Record<PrecoolingState, Ink> = {
  ...{ proven: "normal", outside: "critical", unobserved: "warning", noProbe: "warning" },
};

/** The key figures of a transport: how it ended, and how late it came. */
export function transportFigures(transport: ReportTransport, { t, tTransport, time }: TransportWords): PdfFigure[] {
  const delay = arrivalDelayOf(transport);
  const ink = STATE_INK[transport.state];
  return [
    { label: t("figure.transport"), value: tTransport(`state.${transport.state}`), ...(ink && { ink }) },
    ...(delay === null
      ? []
      : [
          {
            label: t("figure.delay"),
            value: delayText(delay, { t, time }),
            ...(isLate(delay) && { ink: "warning" as const }),
          },
        ]),
  ];
}

const MINUTE_MS = 60_000;
const isLate = (delay: number) => delay >= MINUTE_MS;

function delayText(delay: number | null, { t, time }: Pick<TransportWords, "t" | "time">): string {
  if (delay === null) return "";
  if (Math.abs(delay) < MINUTE_MS) return t("transport.onTime");
  return t(delay > 0 ? "transport.late" : "transport.early", { duration: time(Math.abs(delay)) });
}

/** The carrier of an excursion; on a transport also where it was then. */
export function excursionPlace(
  { id, carrier, startedAt }: ReportExcursion,
  transport: ReportTransport | undefined,
  { t }: TransportWords,
): string {
  if (!transport) return carrier;
  const where = whereAt(transport.stops, startedAt);
  const place = transport.places.find((one) => one.id === id);
  return [
    carrier,
    "at" in where ? t("transport.at", { name: where.at }) : t("transport.between", where),
    place ? formatPlace(place.longitude, place.latitude, DIGITS) : "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** Who sent what to whom, the verdict, the stops with their delays, the carriers, the track, and the pre-cooling. */
export async function printJourney({ document, content, source, words }: Pages): Promise<void> {
  const { transport, lots = [] } = content;
  if (!transport) return;
  const { t, tTransport, tFile, short, time, locale } = words;
  const { stops, rides, precooling, verdict } = transport;
  document.heading(t("section.journey"));
  const facts = (["number", "consignor", "consignee", "reference", "note"] as const).flatMap((key) =>
    transport[key] ? [`${tTransport(`field.${key}`)}: ${transport[key]}`] : [],
  );
  document.paragraph(facts.join(" · "));
  const about = lots.length > 0 ? "lots" : "range";
  document.paragraph(tFile(`verdict.${about}.${verdict}`), { ink: VERDICT_INK[verdict] });
  const at = (instant: number | null) => (instant === null ? "" : short(instant));
  await document.table(
    [
      { title: tFile("stops.title"), width: 1.8 },
      ...["plannedArrive", "arrived", "plannedDepart", "departed"].map((name) => ({
        ...{ title: t(`transport.${name}`), width: 1.3 },
      })),
      { title: t("figure.delay"), align: "right", width: 1.1 },
      { title: t("transport.onward"), width: 1.6 },
    ],
    [
      stops.map((stop, place) => [
        [stop.name || tFile("noDestination"), stop.geofence === stop.name ? "" : stop.geofence]
          .filter(Boolean)
          .join("\n"),
        ...[stop.plannedArriveAt, stop.arrivedAt, stop.plannedDepartAt, stop.departedAt].map(at),
        delayText(delayOf(stop), words),
        stop.carrier === null || stop.carrier === stops[place - 1]?.carrier ? "" : stop.carrier,
      ]),
    ],
  );
  const right = (name: string) => ({ title: t(`transport.${name}`), align: "right" as const });
  await document.table(
    [
      { title: t("print.point"), width: 2 },
      { title: t("print.from"), width: 1.4 },
      { title: t("print.until"), width: 1.4 },
      ...["distance", "driving", "standing"].map(right),
    ],
    [
      rides.map(({ carrier, from, to, driven }) => [
        ...[carrier, short(from), short(to)],
        driven ? `${formatNumber(driven.metres / 1000, locale, 1)} km` : t("transport.noPositions"),
        driven ? time(driven.drivingMs) : "",
        driven ? time(driven.stoppedMs) : "",
      ]),
    ],
  );
  const [from, to] = [stops[0]?.name ?? "", stops.at(-1)?.name ?? ""];
  const sketch = trackSketch({ tracks: source.tracks ?? [], places: transport.places, from, to, locale });
  if (sketch) {
    document.drawing(sketch, SKETCH, t("transport.track", { from, to }));
    document.paragraph(t(transport.places.length > 0 ? "transport.sketchPlaces" : "transport.sketch"), {
      isSmall: true,
    });
  }
  document.heading(t("transport.precooling"), 2);
  if (!precooling) return document.paragraph(t("transport.noPrecooling"));
  const minutes = (count: number) => time(count * MINUTE_MS);
  const { requiredMinutes, withinMinutes, outsideMinutes, observedMinutes, state } = precooling;
  document.paragraph(tTransport(`precooling.${state}`, { required: minutes(requiredMinutes) }), {
    ink: PRECOOLING_INK[state],
  });
  if (state === "noProbe") return;
  const missing = minutes(Math.max(0, requiredMinutes - observedMinutes));
  const values = { within: minutes(withinMinutes), outside: minutes(outsideMinutes), missing };
  document.paragraph(tTransport("precooling.minutes", values));
}

/** What the receiver answered, with the drawing. */
export async function printHandovers({ document, content, source, words }: Pages): Promise<void> {
  const { transport } = content;
  if (!transport) return;
  const { t, tFile, tSignature, stamp } = words;
  document.heading(tFile("handover.title"));
  const { handovers, state } = transport;
  if (handovers.length === 0)
    return document.paragraph(t(state === "delivered" ? "transport.onPaper" : "transport.noAnswer"));
  for (const {
    id,
    receiverName,
    remark,
    answeredAt,
    receivedAt,
    isClockRight,
    photos,
    signature,
    ...one
  } of handovers) {
    const answer: HandoverAnswer = one.answer;
    document.paragraph(`${tFile(`answer.${answer}`)}: ${receiverName}`, { ink: ANSWER_INK[answer] });
    document.paragraph(tFile(isClockRight ? "handover.byWord" : "handover.clock"), { isSmall: true });
    await document.table(
      [
        { title: t(answer === "refused" ? "print.reason" : "transport.remark"), width: 2.4 },
        { title: t("transport.answered"), width: 1.6 },
        { title: t("transport.received"), width: 1.6 },
        { title: t("transport.photos"), align: "right" },
        { title: t("print.signature"), width: 1.8 },
      ],
      [
        [
          [
            ...[remark, stamp(answeredAt), stamp(receivedAt), photos],
            signature ? `${tSignature("meaning.received")} · ${tSignature(`state.${signature.state}`)}` : "",
          ],
        ],
      ],
    );
    const drawing = source.drawings?.[id];
    if (drawing)
      document.picture(Buffer.from(drawing, "base64"), DRAWN, t("transport.drawing", { name: receiverName }));
    document.paragraph(t("transport.drawing", { name: receiverName }), { isSmall: true });
  }
}

/** Geofences that were entered and left, and where the carriers stood. */
export async function printEvents({ document, content, words }: Pages): Promise<void> {
  const { transport } = content;
  if (!transport) return;
  const { t, short } = words;
  document.heading(t("section.crossings"));
  if (transport.events.length === 0) return document.paragraph(t("transport.noEvents"));
  await document.table(
    [
      { title: t("print.time"), width: 1.4 },
      { title: t("print.what"), width: 2.4 },
      { title: t("print.point"), width: 1.8 },
      { title: t("transport.position"), width: 1.6 },
    ],
    [
      transport.events.map((one) => [
        short(one.at),
        eventText(one, transport, words),
        one.carrier,
        [one.kind === "stay" ? one.place : null, formatPlace(one.longitude, one.latitude, DIGITS)]
          .filter(Boolean)
          .join(", "),
      ]),
    ],
  );
  if (transport.unlistedEvents > 0) document.paragraph(t("transport.moreEvents", { count: transport.unlistedEvents }));
}

function eventText(one: ReportEvent, { stops }: ReportTransport, { t, time }: TransportWords): string {
  if (one.kind !== "stay") return t(`transport.${one.kind}`, { name: one.geofence });
  const where = whereAt(stops, one.at);
  const stay = t("transport.stay", { duration: time(one.until - one.at) });
  return "at" in where ? `${stay}, ${t("transport.at", { name: where.at })}` : stay;
}
