"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SegmentedControl } from "@/components/form/segmented-control";
import { EmptyState } from "@/components/layout/empty-state";
import { Card } from "@/components/ui/card";
import { useNow } from "@/components/value/use-now";
import { pointStatus } from "@/features/carrier/monitoring/monitoring.rules";
import type { MonitoringListDto } from "@/features/carrier/monitoring/monitoring.schema";
import { Link } from "@/lib/i18n/navigation";
import { CustomerUnit } from "@/lib/units/units-context";
import { useLivePoints } from "../home.client";
import type { HomeRights } from "../home.schema";
import { SensorTile } from "./sensor-tile";

const FILTERS = ["all", "attention"] as const;

type SensorBoardProps = { list: MonitoringListDto; refreshSeconds: number; rights: HomeRights; now: number };

/** Every carrier as a tile with its values, those that need attention first. */
export function SensorBoard({ list: first, refreshSeconds, rights, now }: SensorBoardProps) {
  const t = useTranslations("home.sensors");
  const current = useNow(now);
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>("all");
  const path = `/service/carrier/monitoring?iDisplayLength=${Math.max(first.items.length, 1)}`;
  const list = useLivePoints({ path, first, now, refreshSeconds }) ?? first;
  const needsLook = list.items.filter((point) =>
    ["abnormal", "offline", "unknown"].includes(pointStatus(point, current)),
  );
  const shown = filter === "all" ? list.items : needsLook;
  const rest = list.total - list.items.length;
  if (list.total === 0)
    return (
      <Card>
        <EmptyState title={t("none")}>{t("noneHint")}</EmptyState>
      </Card>
    );
  return (
    <section aria-label={t("label")} className="flex flex-col gap-3">
      <SegmentedControl
        name="sensors"
        className="self-start"
        label={t("filter")}
        value={filter}
        onValueChange={setFilter}
        options={[
          { value: "all", label: t("all", { count: list.items.length }) },
          { value: "attention", label: t("attention", { count: needsLook.length }) },
        ]}
      />
      {shown.length === 0 && <p className="text-muted-foreground text-sm">{t("allWell")}</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] gap-2">
        {shown.map((point) => (
          <CustomerUnit key={point.id} customerId={point.customerId}>
            <SensorTile point={point} rights={rights} now={now} />
          </CustomerUnit>
        ))}
      </ul>
      {rest > 0 && (
        <Link href="/databoard/monitoringPoint" prefetch={false} className="text-primary text-sm hover:underline">
          {t("rest", { count: rest })}
        </Link>
      )}
    </section>
  );
}
