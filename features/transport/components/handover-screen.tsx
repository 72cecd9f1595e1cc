import { CheckCircle2, CircleX, Hourglass, Link2Off } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { type ChartPanel, smallBox } from "@/components/chart/chart-panel";
import { PAGE_THEME } from "@/components/chart/chart-theme";
import { svgOf } from "@/components/chart/draw-svg";
import { openAtGaps } from "@/components/chart/gaps";
import { shownPanel } from "@/components/chart/shown-panel";
import { sceneOf, timeOption } from "@/components/chart/time-option";
import { PublicFrame, PublicNotice } from "@/components/layout/public-frame";
import { Card, CardBody } from "@/components/ui/card";
import { CarrierIcon } from "@/components/value/carrier-icon";
import { TONE_SOFT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import type { TransportState } from "@/db/transport-enums";
import { formatDuration, formatOffset, formatStamp } from "@/lib/datetime/format";
import { MessagesProvider } from "@/lib/i18n/messages-provider";
import { pickMessages } from "@/lib/i18n/pick-messages";
import { formatNumber, formatReading } from "@/lib/units/format";
import { formatRange } from "@/lib/units/format-range";
import { valueLocale } from "@/lib/units/value-locale";
import type { LinkedTransportDto } from "../handover.schema";
import type { LoadVerdict } from "../transport.rules";
import { HandoverForm } from "./handover-form";

const PATH = "/handOver";
const VERDICT_TONE: Record<LoadVerdict, Tone> = {
  usable: "normal",
  quarantine: "warning",
  notUsable: "critical",
  unknown: "offline",
};

/** The states in which nobody can answer. */
type Closed = Exclude<TransportState, "underway" | "arrived">;

type HandoverScreenProps = { transport: LinkedTransportDto; codeKey: string; now: Date };

/** What a receiver sees of a transport: whether the load is as it should be, then the answer, then what it rests on. */
export async function HandoverScreen({ transport, codeKey, now }: HandoverScreenProps) {
  const t = await getTranslations("transportCode");
  const messages = await pickMessages(["common", "transportCode"]);
  const { number, customerName, timeZone, stops, carrierName, carrierType, given, isAnswerable, state } = transport;
  const [from, to] = [stops[0]?.name, stops.at(-1)?.name];
  const zone = `${formatOffset(now, timeZone)} (${timeZone})`;
  return (
    <PublicFrame address={`${PATH}?key=${encodeURIComponent(codeKey)}`} owner={customerName}>
      <article className="mx-auto flex w-full max-w-2xl flex-col gap-4">
        <header>
          <p className="text-muted-foreground text-sm tabular-nums">{t("number", { number })}</p>
          <h1 className="mt-0.5 text-balance break-words font-semibold text-2xl tracking-tight">
            {to ? t("journey", { from: from ?? "", to }) : from}
          </h1>
          <p className="mt-1 flex items-center gap-2 break-words text-muted-foreground">
            <CarrierIcon type={carrierType} className="size-4 shrink-0" />
            {[carrierName, transport.consignor].filter(Boolean).join(" · ")}
          </p>
        </header>
        <Verdict transport={transport} />
        {given ? (
          <Given transport={transport} given={given} />
        ) : isAnswerable ? (
          <Card>
            <CardBody>
              <h2 className="mb-3 text-lg">{t("form.title")}</h2>
              <MessagesProvider {...messages}>
                <HandoverForm codeKey={codeKey} />
              </MessagesProvider>
            </CardBody>
          </Card>
        ) : (
          <p className="text-pretty text-muted-foreground">{t(`closed.${state as Closed}`)}</p>
        )}
        <Course transport={transport} />
        <Figures transport={transport} />
        <Lots transport={transport} />
        <Stops transport={transport} />
        <footer className="text-pretty text-faint-foreground text-xs">{t("zone", { zone })}</footer>
      </article>
    </PublicFrame>
  );
}

async function Verdict({ transport }: { transport: LinkedTransportDto }) {
  const t = await getTranslations("transportCode.verdict");
  const locale = valueLocale(await getLocale(), transport.temperatureUnit);
  const { verdict, probes, excursions, lots, precooling } = transport;
  const tone = VERDICT_TONE[verdict];
  const temperatures = probes.filter(({ measure }) => measure === "temperature");
  const lowest = extremeOf(
    Math.min,
    temperatures.map((probe) => probe.lowest),
  );
  const highest = extremeOf(
    Math.max,
    temperatures.map((probe) => probe.highest),
  );
  const outside = Math.max(0, ...temperatures.map(({ outsideMinutes }) => outsideMinutes));
  const gaps = Math.max(0, ...temperatures.map(({ gapMinutes }) => gapMinutes));
  const text = (value: number) => formatReading(value, "temperature", locale).text;
  return (
    <div role="status" className={`flex items-start gap-3 rounded-lg border p-4 ${TONE_SOFT[tone]}`}>
      <ToneIcon tone={tone} className="mt-0.5 size-6 shrink-0" />
      <div className="min-w-0">
        <p className="text-balance font-semibold text-xl leading-tight">
          {t(lots.length > 0 ? `lots.${verdict}` : `range.${verdict}`)}
        </p>
        <ul className="mt-2 flex flex-col gap-0.5 text-foreground text-sm tabular-nums">
          {lowest !== null && highest !== null && (
            <li>{t("between", { lowest: text(lowest), highest: text(highest) })}</li>
          )}
          {outside > 0 && (
            <li>{t("outside", { count: excursions.length, duration: formatDuration(outside * 60_000, locale) })}</li>
          )}
          {gaps > 0 && <li>{t("gaps", { duration: formatDuration(gaps * 60_000, locale) })}</li>}
          {precooling && (
            <li>
              {t(`precooling.${precooling.state}`, {
                required: formatDuration(precooling.requiredMinutes * 60_000, locale),
                outside: formatDuration(precooling.outsideMinutes * 60_000, locale),
              })}
            </li>
          )}
        </ul>
      </div>
    </div>
  );
}

function extremeOf(pick: (...values: number[]) => number, values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? pick(...known) : null;
}

async function Given({
  transport,
  given,
}: {
  transport: LinkedTransportDto;
  given: NonNullable<LinkedTransportDto["given"]>;
}) {
  const t = await getTranslations("transportCode");
  const at = formatStamp(new Date(given.answeredAt), { timeZone: transport.timeZone }).slice(0, 16);
  const isRefused = given.answer === "refused";
  const Icon = isRefused ? CircleX : CheckCircle2;
  return (
    <Card>
      <CardBody className="flex items-start gap-3">
        <Icon aria-hidden="true" className={`mt-0.5 size-6 shrink-0 ${isRefused ? "text-critical" : "text-normal"}`} />
        <div className="min-w-0">
          <p className="font-semibold text-lg">{t(`given.${given.answer}`)}</p>
          <p className="mt-0.5 break-words text-sm tabular-nums">{t("given.by", { name: given.receiverName, at })}</p>
          {given.remark && <p className="mt-2 whitespace-pre-line break-words">{given.remark}</p>}
          <p className="mt-2 text-pretty text-muted-foreground text-sm">{t("given.told")}</p>
        </div>
      </CardBody>
    </Card>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <CardBody>
      <h2 className="mb-2 text-base">{title}</h2>
      {children}
    </CardBody>
  </Card>
);

/** A phone's width, and the column's; each is scaled to fit. */
const SIZES = [
  { width: 326, height: 190, className: "sm:hidden" },
  { width: 638, height: 220, className: "max-sm:hidden" },
];

async function Course({ transport }: { transport: LinkedTransportDto }) {
  const { chart, limits, loadedAt, to, timeZone, excursions } = transport;
  const t = await getTranslations("transportCode");
  const locale = valueLocale(await getLocale(), transport.temperatureUnit);
  if (!chart || loadedAt === null) return null;
  const text = (value: number) => formatReading(value, "temperature", locale).text;
  const step = Math.max(60_000, (chart.at[1] ?? 0) - (chart.at[0] ?? 0));
  const range = { from: loadedAt, to };
  const panel: ChartPanel = {
    id: "temperature",
    title: "",
    lines: [
      {
        ...{ id: "temperature", name: t("course"), order: 0, hasBand: true },
        columns: openAtGaps(chart, ({ step: gap }) => gap <= Math.max(3_600_000, 2 * step), step),
      },
    ],
    limits: [
      ...(limits.maximum === null
        ? []
        : [{ value: limits.maximum, text: text(limits.maximum), tone: "above" as const }]),
      ...(limits.minimum === null
        ? []
        : [{ value: limits.minimum, text: text(limits.minimum), tone: "below" as const }]),
    ],
    shades: excursions
      .filter(({ measure }) => measure === "temperature")
      .map(({ startedAt, endedAt, side }) => ({
        ...{ id: String(startedAt), from: startedAt, to: endedAt ?? to, tone: side ?? "above", text: "" },
      })),
    format: text,
    formatAxis: (value) => formatNumber(value, locale, 0, 2),
  };
  const drawn = ({ width, height }: { width: number; height: number }) =>
    svgOf(
      timeOption(
        sceneOf({
          ...{
            panels: [shownPanel(panel, "temperature", locale)],
            range,
            theme: PAGE_THEME,
            width,
            now: to,
            place: { locale, timeZone },
          },
          boxes: [smallBox(height)],
        }),
      ),
      { width, height },
    );
  return (
    <Section title={t("course")}>
      <div role="img" aria-label={t("course")}>
        {SIZES.map(({ className, ...size }) => (
          <div
            key={className}
            aria-hidden="true"
            className={`tabular-nums [&_svg]:h-auto [&_svg]:w-full ${className}`}
            // Safe: our own SVG with escaped texts, see time-option.test.ts.
            dangerouslySetInnerHTML={{ __html: drawn(size) }}
          />
        ))}
      </div>
    </Section>
  );
}

async function Figures({ transport }: { transport: LinkedTransportDto }) {
  const { probes } = transport;
  const t = await getTranslations("transportCode.figures");
  const locale = valueLocale(await getLocale(), transport.temperatureUnit);
  if (probes.length === 0) return null;
  return (
    <Section title={t("title")}>
      <ul className="flex flex-col divide-y">
        {probes.map(({ name, measure, lowest, highest, mean, minimum, maximum, outsideMinutes, gapMinutes }) => {
          const text = (value: number | null) => (value === null ? "–" : formatReading(value, measure, locale).text);
          return (
            <li key={`${measure} ${name}`} className="py-2 text-sm tabular-nums first:pt-0 last:pb-0">
              <p className="break-words font-medium">
                {t(`measure.${measure}`)} · {name}
                {(minimum !== null || maximum !== null) && (
                  <span className="font-normal text-muted-foreground">
                    {" "}
                    {formatRange({ measure, minimum, maximum }, locale)}
                  </span>
                )}
              </p>
              <p className="text-muted-foreground">
                {t("values", { lowest: text(lowest), mean: text(mean), highest: text(highest) })}
              </p>
              {outsideMinutes > 0 && (
                <p className="text-critical">
                  {t("outside", { duration: formatDuration(outsideMinutes * 60_000, locale) })}
                </p>
              )}
              {gapMinutes > 0 && (
                <p className="text-muted-foreground">
                  {t("gap", { duration: formatDuration(gapMinutes * 60_000, locale) })}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

async function Lots({ transport: { lots } }: { transport: LinkedTransportDto }) {
  const t = await getTranslations("transportCode.lots");
  if (lots.length === 0) return null;
  return (
    <Section title={t("title", { count: lots.length })}>
      <ul className="flex flex-col divide-y text-sm">
        {lots.map(({ number, productName, verdict }) => (
          <li
            key={`${productName} ${number}`}
            className="flex items-start justify-between gap-3 py-2 first:pt-0 last:pb-0"
          >
            <span className="min-w-0 break-words">
              <span className="font-medium">{productName}</span>
              <span className="block text-muted-foreground tabular-nums">{t("lot", { number })}</span>
            </span>
            <span className="flex shrink-0 items-center gap-1.5">
              <ToneIcon tone={VERDICT_TONE[verdict as LoadVerdict]} className="size-4" />
              {t(`verdict.${verdict}`)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

async function Stops({ transport: { stops, timeZone } }: { transport: LinkedTransportDto }) {
  const t = await getTranslations("transportCode.stops");
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone }).slice(0, 16);
  return (
    <Section title={t("title")}>
      <ol className="flex flex-col gap-2 text-sm">
        {stops.map(({ name, plannedArriveAt, arrivedAt, departedAt }, index) => (
          // The place of a stop is its key: the list does not change on the page.
          <li key={`${index}-${name}`} className="border-l-2 pl-3">
            <p className="break-words font-medium">{name || t("open")}</p>
            <p className="text-muted-foreground tabular-nums">
              {[
                arrivedAt !== null && index > 0 && t("arrived", { at: stamp(arrivedAt) }),
                departedAt !== null && t("departed", { at: stamp(departedAt) }),
                arrivedAt === null && plannedArriveAt !== null && t("planned", { at: stamp(plannedArriveAt) }),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** The same for every code that opens nothing. */
export async function DeadCode() {
  const t = await getTranslations("transportCode.dead");
  return <PublicNotice icon={<Link2Off aria-hidden="true" />} title={t("title")} hint={t("hint")} />;
}

export async function BusyCode() {
  const t = await getTranslations("transportCode.busy");
  return <PublicNotice icon={<Hourglass aria-hidden="true" />} title={t("title")} hint={t("hint")} />;
}
