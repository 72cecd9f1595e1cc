"use client";

import { useTranslations } from "next-intl";
import { MarkerName, markerClass, markerRound, markerStyle, markerTone } from "@/components/plan/plan-marker";
import { PlanSurface } from "@/components/plan/plan-surface";
import { cn } from "@/components/ui/cn";
import { ToneIcon } from "@/components/value/tone-icon";
import { UnconfirmedValue } from "@/components/value/unconfirmed-value";
import { useNow } from "@/components/value/use-now";
import type { MonitoringPointDto } from "@/features/carrier/monitoring/monitoring.schema";
import type { PlacedCarrier, PlanDto } from "@/features/scene/floor-plan/schema";
import { temperatureOf } from "@/features/scene/holdings/rules";
import { unconfirmedText } from "@/features/telemetry/live/reading.rules";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { formatReading } from "@/lib/units/format";
import { useValueLocales } from "@/lib/units/units-context";
import { pointTone } from "../../components/sensor-tile";

type PlanBodyProps = { plan: PlanDto; points: readonly MonitoringPointDto[]; now: number };

/** A floor plan with the current state and temperature of each carrier. */
export function PlanBody({ plan, points, now }: PlanBodyProps) {
  const t = useTranslations("home.dashboard");
  if (!plan.picture) return <p className="p-3 text-muted-foreground text-sm">{t("noPicture")}</p>;
  const { picture } = plan;
  return (
    <div className="flex h-full min-h-56 flex-col">
      <PlanSurface
        label={t("planLabel", { name: plan.name })}
        picture={{
          ...picture,
          src: `/service/scene/${plan.id}/picture?v=${picture.id}`,
          alt: t("planLabel", { name: plan.name }),
        }}
      >
        {plan.items.map((item) => (
          <Marker key={item.carrierId} item={item} point={points.find(({ id }) => id === item.carrierId)} now={now} />
        ))}
      </PlanSurface>
    </div>
  );
}

function Marker({ item, point, now }: { item: PlacedCarrier; point: MonitoringPointDto | undefined; now: number }) {
  const tState = useTranslations("common.state");
  const tValue = useTranslations("common.value");
  const localeOf = useValueLocales();
  const locale = localeOf(point?.customerId);
  const current = useNow(now);
  const tone = point ? pointTone(point, current) : null;
  const probe = point && temperatureOf(point);
  const value = probe && probe.value !== null ? formatReading(probe.value, probe.measure, locale).text : null;
  const held = probe && unconfirmedText(probe, locale);
  return (
    <Link
      href={carrierPage(item.carrierId)}
      prefetch={false}
      aria-label={[item.name, tone && tState(tone), value, held && tValue("unconfirmed", { value: held })]
        .filter(Boolean)
        .join(", ")}
      title={item.name}
      className={cn(markerClass, markerTone(tone), value === null && markerRound, "hover:z-10 focus:z-10")}
      style={markerStyle(item)}
    >
      {tone && <ToneIcon tone={tone} className="size-3.5" />}
      {value !== null && <span>{value}</span>}
      {held !== undefined && <UnconfirmedValue value={held} isMark />}
      <MarkerName name={item.name} />
    </Link>
  );
}
