"use client";

import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/layout/empty-state";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { useNow } from "@/components/value/use-now";
import { ValueCell } from "@/components/value/value-cell";
import { direction } from "@/lib/units/trend";
import { Expired } from "../../monitoring/components/cells";
import { useLabels } from "../../monitoring/components/labels";
import { toneOfValue } from "../../monitoring/components/tones";
import { usePoint } from "../../monitoring/monitoring.client";
import type { MonitoringProbeDto } from "../../monitoring/monitoring.schema";
import type { CarrierDetailView, TabContent } from "../detail.schema";
import { addressOf } from "./address";
import { FactsCard } from "./facts-card";
import { LiveChart } from "./live-chart";
import { OpenExceptions } from "./open-exceptions";

type LiveTabProps = { view: CarrierDetailView; content: Extract<TabContent, { tab: "live" }> };

/** The live tab: every probe, the chart of the last hours, open exceptions, and the carrier's facts. */
export function LiveTab({ view, content }: LiveTabProps) {
  const { carrier, now, timeZone } = view;
  const { chart, open, facts } = content;
  const t = useTranslations("carrier-detail.live");
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <div className="flex min-w-0 flex-col gap-3">
        {chart ? (
          <LiveChart carrierId={carrier.id} chart={chart} now={now} timeZone={timeZone} />
        ) : (
          view.rights.history && (
            <Card>
              <EmptyState title={t("noChart")}>{t("noChartHint")}</EmptyState>
            </Card>
          )
        )}
        <ProbesCard id={carrier.id} now={now} />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        {open && (
          <OpenExceptions
            page={open}
            allHref={addressOf(view, "exceptions")}
            mayAcknowledge={view.rights.acknowledge}
            now={now}
            timeZone={timeZone}
          />
        )}
        <FactsCard facts={facts} now={now} timeZone={timeZone} />
      </div>
    </div>
  );
}

/** Each probe with its latest value, range, trend and age. */
export function ProbesCard({ id, now }: { id: number; now: number }) {
  const t = useTranslations("carrier-detail.live");
  const { probes } = usePoint(id);
  return (
    <Card className="@container">
      <CardHeader>
        <CardTitle>{t("probes")}</CardTitle>
      </CardHeader>
      {probes.length === 0 ? (
        <EmptyState title={t("noProbes")}>{t("noProbesHint")}</EmptyState>
      ) : (
        <CardBody className="p-0">
          <ul className="grid @2xl:grid-cols-2">
            {probes.map((probe) => (
              <ProbeRow key={probe.id} probe={probe} now={now} />
            ))}
          </ul>
        </CardBody>
      )}
    </Card>
  );
}

function ProbeRow({ probe, now }: { probe: MonitoringProbeDto; now: number }) {
  const labels = useLabels();
  const current = useNow(now);
  const { measure, value, at, trend, staleAfterSeconds } = probe;
  const tone = toneOfValue(probe, current);
  const isWord = (measure === "door" || measure === "power") && value !== null;
  const { number, unit } = labels.reading(value, measure);
  const expired = labels.expired(probe, current);
  return (
    <li className="-mb-px flex flex-wrap items-baseline justify-between gap-x-4 border-b px-4 py-2.5 text-sm">
      <span className="text-muted-foreground">
        {labels.measure(measure)}
        {labels.limits(probe) && (
          <span className="ml-2 text-faint-foreground text-xs tabular-nums">{labels.limits(probe)}</span>
        )}
        {expired && (
          <span className="ml-2">
            <Expired text={expired} />
          </span>
        )}
      </span>
      <ValueCell
        value={isWord ? labels[measure](value === 1) : number}
        unit={isWord ? undefined : unit}
        tone={tone}
        toneLabel={tone && labels.state(tone)}
        trend={direction(trend, measure)}
        at={at ?? undefined}
        now={now}
        className="ml-auto"
        unconfirmed={labels.unconfirmed(probe)}
        staleAfterMs={staleAfterSeconds * 1000}
      />
    </li>
  );
}
