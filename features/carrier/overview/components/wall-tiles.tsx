import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/layout/empty-state";
import { cn } from "@/components/ui/cn";
import { TONE_SOLID, TONE_TEXT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { UnconfirmedValue } from "@/components/value/unconfirmed-value";
import { formatAge } from "@/lib/datetime/format";
import type { useNewLabels } from "../../monitoring/components/labels";
import { sideOf, toneOfPoint } from "../../monitoring/components/tones";
import { isMonitored, pointStatus, valueState } from "../../monitoring/monitoring.rules";
import type { MonitoringSummary, ShownPoint, ShownProbe } from "../../monitoring/monitoring.schema";
import { acknowledgementOf, gridOf, TILES } from "../rules";
import type { WallPointDto } from "../schema";

export type Labels = ReturnType<typeof useNewLabels>;
type WallTilesProps = {
  items: readonly WallPointDto[];
  summary: MonitoringSummary;
  labels: Labels;
  now: number;
};

/** The main probe of a carrier: one that is out of range, otherwise the first monitored one. */
export function mainProbe({ probes }: ShownPoint, now: number): ShownProbe | undefined {
  const watched = probes.filter(({ measure }) => isMonitored(measure));
  return watched.find((probe) => sideOf(probe, now)) ?? watched[0] ?? probes[0];
}

/** Whether a probe says nothing about the present: it is stale, or never had a value. */
export const isOutdated = (probe: ShownProbe | undefined, now: number): boolean =>
  !probe || ["stale", "unknown"].includes(valueState(probe, now));

/** Shown in place of a value that is not current: an old number, read from afar, passes for the present. */
export const NOT_CURRENT = "—";

/** If any carrier has a problem, only those are shown, enlarged; otherwise as many as fit. */
export function WallTiles({ items, summary, labels, now }: WallTilesProps) {
  const t = useTranslations("overview");
  const troubled = items.filter((point) => ["abnormal", "offline"].includes(pointStatus(point, now)));
  const isTroubled = troubled.length > 0;
  const shown = (isTroubled ? troubled : items).slice(0, isTroubled ? 12 : TILES);
  const more = (isTroubled ? summary.abnormal + summary.offline : summary.total) - shown.length;
  const { columns, rows } = gridOf(shown.length);
  if (shown.length === 0) return <EmptyState title={t("empty.title")}>{t("empty.text")}</EmptyState>;
  return (
    <>
      <ul
        style={{ "--columns": columns, "--rows": rows } as React.CSSProperties}
        className="grid min-h-0 grow grid-cols-1 gap-[1.2vmin] max-md:auto-rows-[9rem] md:grid-cols-[repeat(var(--columns),minmax(0,1fr))] md:grid-rows-[repeat(var(--rows),minmax(0,1fr))]"
      >
        {shown.map((point) => (
          <Tile key={point.key} point={point} labels={labels} now={now} />
        ))}
      </ul>
      {more > 0 && (
        <p className="shrink-0 text-[max(14px,2.4vmin)] text-muted-foreground">
          {t(isTroubled ? "moreTroubled" : "more", { count: more })}
        </p>
      )}
    </>
  );
}

const SMALL = "text-[clamp(11px,min(8cqh,4.6cqw),36px)] leading-tight";

function Tile({ point, labels: all, now }: { point: WallPointDto; labels: Labels; now: number }) {
  const t = useTranslations("overview.tile");
  const labels = all.of(point.customerId);
  const tone = toneOfPoint(point, now);
  const status = pointStatus(point, now);
  const probe = mainProbe(point, now);
  const isOld = isOutdated(probe, now);
  const { number, unit } = probe
    ? labels.reading(probe.value, probe.measure)
    : { number: NOT_CURRENT, unit: undefined };
  const last =
    isOld && probe && probe.value !== null && probe.at !== null
      ? t("last", {
          value: unit ? `${number} ${unit}` : number,
          age: formatAge(new Date(probe.at), new Date(now), labels.locale),
        })
      : null;
  const place = point.scenePath.at(-1);
  const held = point.probes.map(labels.unconfirmed).find((text) => text !== undefined);
  const [reason] = labels.reasons(point, now);
  const word = reason?.text ?? (status === "normal" ? (probe && labels.limits(probe)) || "" : labels.status(status));
  // An excursion continues when its values stop arriving, so both are shown.
  const [old] = isOld && reason && reason.tone !== "offline" ? labels.silent(point, now) : [];
  const text = old ? `${word} · ${old.text}` : word;
  const { by, others } = acknowledgementOf(point.exceptions, {
    place: reason?.exceptionPlace,
    isSilence: reason?.tone === "offline",
  });
  const acknowledged = (name: string) => (name ? t("acknowledged", { name }) : t("acknowledgedUnnamed"));
  const said = [
    ...(by === undefined ? [] : [by === null ? t("unacknowledged") : acknowledged(by)]),
    ...(others > 0 ? [t(by === undefined ? "open" : "others", { count: others })] : []),
  ];
  const isCalm = status === "normal" || status === "stopped" || status === "unknown";
  return (
    <li
      data-status={status}
      className={cn(
        "relative flex min-h-0 overflow-hidden rounded-lg border bg-card [container-type:size]",
        !isCalm && "border-2",
        status === "abnormal" && TONE_TEXT[tone].replace("text-", "border-"),
      )}
    >
      <span aria-hidden="true" className={cn("w-[max(6px,1.6cqw)] shrink-0", TONE_SOLID[tone])} />
      <div className="flex min-w-0 flex-1 flex-col justify-between px-[4cqw] py-[5cqh]">
        <div>
          <p className="line-clamp-2 break-words font-semibold text-[clamp(14px,min(11cqh,7.5cqw),64px)] leading-tight">
            {point.name}
          </p>
          {place && <p className={cn("truncate text-muted-foreground", SMALL)}>{place}</p>}
        </div>
        <p
          className={cn(
            "whitespace-nowrap font-bold tabular-nums leading-none tracking-tight text-[clamp(22px,min(34cqh,18cqw),300px)]",
            isOld ? "text-faint-foreground" : !isCalm && TONE_TEXT[tone],
          )}
        >
          {isOld ? NOT_CURRENT : number}
          {!isOld && unit && <span className="ml-[1.5cqw] font-medium text-[0.5em] text-muted-foreground">{unit}</span>}
        </p>
        {last && <p className={cn("truncate text-muted-foreground tabular-nums", SMALL)}>{last}</p>}
        {held !== undefined && (
          <UnconfirmedValue value={held} className="text-[clamp(12px,min(11cqh,5.4cqw),48px)] leading-tight" />
        )}
        <p
          className={cn(
            "flex items-center gap-[1.5cqw] text-[clamp(12px,min(10cqh,5.4cqw),48px)] leading-tight",
            isCalm ? "text-muted-foreground" : cn("font-semibold", TONE_TEXT[tone]),
          )}
        >
          <ToneIcon tone={tone} className={cn("size-[1.1em]", TONE_TEXT[tone])} />
          <span className="sr-only">{labels.state(tone)}</span>
          <span className="line-clamp-2">{text}</span>
        </p>
        {said.length > 0 && <p className={cn("line-clamp-2 text-muted-foreground", SMALL)}>{said.join(" · ")}</p>}
      </div>
    </li>
  );
}
