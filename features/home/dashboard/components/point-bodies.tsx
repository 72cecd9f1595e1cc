"use client";

import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/value/state-badge";
import { useNow } from "@/components/value/use-now";
import type { Measure } from "@/db/enums";
import { isMonitored, pointStatus } from "@/features/carrier/monitoring/monitoring.rules";
import type { MonitoringListDto, MonitoringPointDto } from "@/features/carrier/monitoring/monitoring.schema";
import { Link } from "@/lib/i18n/navigation";
import { carrierHref } from "@/lib/page/carrier-page";
import { formatRange } from "@/lib/units/format-range";
import { CustomerUnit, useValueLocale } from "@/lib/units/units-context";
import { ProbeValue, pointTone } from "../../components/sensor-tile";
import type { HomeRights } from "../../home.schema";

type ValueBodyProps = { point: MonitoringPointDto; measure: Measure; rights: HomeRights; now: number };

/** One large value, with its range and the carrier's state. */
export const ValueBody = (props: ValueBodyProps) => (
  <CustomerUnit customerId={props.point.customerId}>
    <Value {...props} />
  </CustomerUnit>
);

function Value({ point, measure, rights, now }: ValueBodyProps) {
  const t = useTranslations("monitoring.status");
  const locale = useValueLocale();
  const current = useNow(now);
  const probes = point.probes.filter((probe) => probe.measure === measure);
  const [first] = probes;
  const hasRange = first && (first.minimum !== null || first.maximum !== null);
  return (
    <Link
      href={carrierHref(point.id, rights.carriers)}
      prefetch={false}
      className="flex h-full flex-col justify-center gap-0.5 px-3 py-1.5 hover:bg-row-hover focus-visible:-outline-offset-2"
    >
      {probes.slice(0, 2).map((probe) => (
        <ProbeValue key={probe.id} probe={probe} now={now} size={probes.length > 1 ? "md" : "lg"} />
      ))}
      <span className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-xs tabular-nums">
        {hasRange && formatRange(first, locale)}
        <StateBadge tone={pointTone(point, current)} plain>
          {t(pointStatus(point, current))}
        </StateBadge>
      </span>
    </Link>
  );
}

type ListBodyProps = { list: MonitoringListDto; isNarrowed: boolean; rights: HomeRights; now: number };

/** One row per carrier, those that need attention first. */
export function ListBody({ list, isNarrowed, rights, now }: ListBodyProps) {
  const t = useTranslations("home.dashboard");
  const tStatus = useTranslations("monitoring.status");
  const current = useNow(now);
  const needsLook = (point: MonitoringPointDto) => !["normal", "stopped"].includes(pointStatus(point, current));
  const items = isNarrowed ? list.items.filter(needsLook) : list.items;
  const rest = isNarrowed ? 0 : list.total - items.length;
  if (items.length === 0)
    return <p className="p-3 text-muted-foreground text-sm">{t(isNarrowed ? "allWell" : "noCarriers")}</p>;
  return (
    <>
      <ul>
        {items.map((point) => (
          <li key={point.id} className="flex min-h-9 items-center gap-3 border-b px-3 py-1 last:border-b-0">
            <Link
              href={carrierHref(point.id, rights.carriers)}
              prefetch={false}
              className="wrap-anywhere min-w-0 flex-1 font-medium text-sm hover:underline"
            >
              {point.name}
            </Link>
            <span className="flex shrink-0 flex-col items-end">
              {point.probes
                .filter(({ measure }) => isMonitored(measure))
                .slice(0, 2)
                .map((probe) => (
                  <CustomerUnit key={probe.id} customerId={point.customerId}>
                    <ProbeValue probe={probe} now={now} />
                  </CustomerUnit>
                ))}
            </span>
            <StateBadge tone={pointTone(point, current)} plain className="w-32 shrink-0 max-sm:w-auto">
              {tStatus(pointStatus(point, current))}
            </StateBadge>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Link
          href="/databoard/monitoringPoint"
          prefetch={false}
          className="block px-3 py-1.5 text-primary text-xs hover:underline"
        >
          {t("rest", { count: rest })}
        </Link>
      )}
    </>
  );
}
