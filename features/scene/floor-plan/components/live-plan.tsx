"use client";

import { PencilRuler } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";
import { MarkerName, markerClass, markerRound, markerStyle, markerTone } from "@/components/plan/plan-marker";
import { PlanSurface } from "@/components/plan/plan-surface";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { CarrierIcon } from "@/components/value/carrier-icon";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { UnconfirmedValue } from "@/components/value/unconfirmed-value";
import { ValueCell } from "@/components/value/value-cell";
import { unconfirmedText } from "@/features/telemetry/live/reading.rules";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { formatReading, NO_VALUE } from "@/lib/units/format";
import { useValueLocales } from "@/lib/units/units-context";
import { temperatureOf, toneOf } from "../../holdings/rules";
import type { PointState } from "../../holdings/schema";
import { pictureUrl, useLivePoints } from "../client";
import type { PlacedCarrier, PlanDto } from "../schema";

export type LivePlanProps = {
  plan: PlanDto;
  /** The states sent by the server; empty if the account may not view values. */
  points: PointState[];
  rights: { edit: boolean; values: boolean };
  now: number;
};

/** Worst first, as in all lists of states. */
const ORDER: readonly (Tone | null)[] = ["critical", "above", "below", "warning", "offline", "normal", "paused", null];

/** A floor plan with the current state and temperature of each carrier, and the same as a list beside it. */
export function LivePlan({ plan, points, rights, now }: LivePlanProps) {
  const t = useTranslations("scene.plan");
  const tEditor = useTranslations("scene.editor");
  const watched = rights.values ? plan.items.map(({ carrierId }) => carrierId) : [];
  const states = useLivePoints(watched, points, now);
  const toneAt = (id: number) => {
    const point = states.get(id);
    return point ? toneOf(point) : null;
  };
  const listed = plan.items.toSorted((a, b) => ORDER.indexOf(toneAt(a.carrierId)) - ORDER.indexOf(toneAt(b.carrierId)));
  const draw = rights.edit && (
    <ButtonLink href={`/canvasName?id=${plan.id}`} prefetch={false}>
      <PencilRuler aria-hidden="true" />
      {t("draw")}
    </ButtonLink>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <header className="flex flex-wrap items-center gap-2">
        <div className="mr-auto min-w-0">
          <p className="wrap-anywhere text-faint-foreground text-xs">{plan.path.join(" / ")}</p>
          <h2 className="wrap-anywhere font-semibold text-lg">{plan.name}</h2>
        </div>
        {plan.picture && draw}
      </header>
      {plan.picture ? (
        <div className="grid min-h-0 flex-1 gap-3 max-md:grid-rows-[minmax(16rem,52dvh)_auto] md:grid-cols-[minmax(0,1fr)_20rem]">
          <PlanSurface
            label={tEditor("surface", { name: plan.name })}
            picture={{
              ...plan.picture,
              src: pictureUrl(plan.id, plan.picture.id),
              alt: tEditor("surface", { name: plan.name }),
            }}
          >
            {plan.items.map((one) => (
              <LiveMarker key={one.carrierId} carrier={one} point={states.get(one.carrierId)} />
            ))}
          </PlanSurface>
          <Card className="min-h-0 p-2 md:overflow-y-auto">
            {listed.length === 0 ? (
              <EmptyState title={t("none")}>{t("noneHint")}</EmptyState>
            ) : (
              <ul aria-label={t("list")}>
                {listed.map((one) => (
                  <ListLine key={one.carrierId} carrier={one} point={states.get(one.carrierId)} now={now} />
                ))}
              </ul>
            )}
          </Card>
        </div>
      ) : (
        <Card className="grid flex-1 place-items-center">
          <EmptyState title={t("noPicture")} action={draw} />
        </Card>
      )}
    </div>
  );
}

function useReading(point: PointState | undefined) {
  const localeOf = useValueLocales();
  const locale = localeOf(point?.customerId);
  const probe = point && temperatureOf(point);
  return probe
    ? { probe, held: unconfirmedText(probe, locale), ...formatReading(probe.value, probe.measure, locale) }
    : null;
}

type PointProps = { carrier: PlacedCarrier; point: PointState | undefined };

function LiveMarker({ carrier, point }: PointProps) {
  const t = useTranslations("scene.plan");
  const tStatus = useTranslations("monitoring.status");
  const tValue = useTranslations("common.value");
  const reading = useReading(point);
  const tone = point ? toneOf(point) : null;
  const isValued = reading !== null && reading.probe.value !== null;
  const value = reading ? `${reading.number} ${reading.unit}`.trim() : "";
  const held = reading?.held === undefined ? "" : tValue("unconfirmed", { value: reading.held });
  const told = [value, held].filter(Boolean).join(", ");
  return (
    <Link
      href={carrierPage(carrier.carrierId)}
      prefetch={false}
      data-tone={tone ?? undefined}
      aria-label={
        point
          ? t("open", { name: carrier.name, state: tStatus(point.status), value: told || NO_VALUE })
          : t("openPlain", { name: carrier.name })
      }
      title={carrier.name}
      className={cn(
        markerClass,
        markerTone(tone),
        !isValued && markerRound,
        "hover:z-10 focus:z-10",
        tone === "critical" && "z-[1]",
      )}
      style={markerStyle(carrier)}
    >
      {tone ? <ToneIcon tone={tone} className="size-3.5" /> : <CarrierIcon type={carrier.type} />}
      {isValued && <span>{value}</span>}
      {reading?.held !== undefined && <UnconfirmedValue value={reading.held} isMark />}
      <MarkerName name={carrier.name} />
    </Link>
  );
}

function ListLine({ carrier, point, now }: PointProps & { now: number }) {
  const tStatus = useTranslations("monitoring.status");
  const reading = useReading(point);
  return (
    <li className="flex min-h-11 items-center gap-2 rounded-md px-2 py-1.5 hover:bg-row-hover">
      <span className="text-muted-foreground">
        <CarrierIcon type={carrier.type} />
      </span>
      <span className="min-w-0 flex-1">
        <Link
          href={carrierPage(carrier.carrierId)}
          prefetch={false}
          className="wrap-anywhere line-clamp-2 font-medium hover:text-primary hover:underline"
        >
          {carrier.name}
        </Link>
        {point && (
          <StateBadge tone={toneOf(point)} plain>
            {tStatus(point.status)}
          </StateBadge>
        )}
      </span>
      {reading && (
        <ValueCell
          className="shrink-0"
          value={reading.number}
          unit={reading.unit}
          at={reading.probe.at ?? undefined}
          now={now}
          staleAfterMs={reading.probe.staleAfterSeconds * 1000}
          unconfirmed={reading.held}
        />
      )}
    </li>
  );
}
