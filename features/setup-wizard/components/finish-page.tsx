"use client";

import { ArrowLeft, Contact, Plus, Thermometer } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { DescriptionList } from "@/components/layout/description-list";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ValueCell } from "@/components/value/value-cell";
import { TestAlarmButton } from "@/features/alarm/test-alarm/components/test-alarm-button";
import { unconfirmedText } from "@/features/telemetry/live/reading.rules";
import { formatReading } from "@/lib/units/format";
import { formatRange } from "@/lib/units/format-range";
import { useValueLocale } from "@/lib/units/units-context";
import type { WizardDto } from "../wizard.schema";
import { LiveState } from "./live-state";

type FinishPageProps = {
  wizard: WizardDto;
  mayTest: boolean;
  now: number;
  pending: boolean;
  onBack: () => void;
  onRestart: () => void;
};

/** Summary of the set-up, the first live value as soon as it arrives, and next steps. */
export function FinishPage({ wizard, mayTest, now, pending, onBack, onRestart }: FinishPageProps) {
  const t = useTranslations("wizard.finish");
  const tAction = useTranslations("wizard.action");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useValueLocale();
  const { carrier, device, gateway, mode } = wizard;
  if (!carrier || !device) return null;
  const values = device.probes.filter(({ value }) => value !== null);
  const search = `?q=${encodeURIComponent(carrier.name)}`;
  return (
    <div className="flex flex-col gap-3">
      <Card className="flex flex-col gap-4 p-4 sm:p-6">
        <h2 className="wrap-anywhere font-semibold text-lg">
          {t(values.length > 0 ? "title" : "setUp", { name: carrier.name })}
        </h2>
        <LiveState
          isThere={values.length > 0}
          waiting={t("waiting")}
          there={t("live")}
          hint={values.length > 0 ? undefined : t("waitingHint")}
        />
        {values.length > 0 && (
          <ul className="flex flex-wrap gap-x-8 gap-y-3" data-testid="live-values">
            {values.map((probe) => {
              const { id, measure, value, at } = probe;
              const { number, unit } = formatReading(value, measure, locale);
              return (
                <li key={id}>
                  <p className="text-muted-foreground text-sm">{tMeasure(measure)}</p>
                  <ValueCell
                    value={number}
                    unit={unit}
                    now={now}
                    size="lg"
                    unconfirmed={unconfirmedText(probe, locale)}
                    {...(at !== null && { at })}
                  />
                </li>
              );
            })}
          </ul>
        )}
        <DescriptionList
          items={[
            {
              term: t("gateway"),
              value: mode === "direct" || !gateway ? t("direct") : labelOf(gateway),
            },
            { term: t("sensor"), value: labelOf(device) },
            { term: t("place"), value: carrier.sceneName },
            {
              term: t("range"),
              value: carrier.ranges
                .map((range) => `${tMeasure(range.measure)} ${formatRange(range, locale)}`)
                .join(", "),
            },
            { term: t("alarm"), value: carrier.trigger?.name ?? t("noAlarm") },
          ]}
        />
        <div className="flex flex-col gap-2 border-t pt-4 sm:flex-row sm:flex-wrap">
          <ButtonLink variant="primary" size="lg" href={`/databoard/monitoringPoint${search}`}>
            {t("open")}
          </ButtonLink>
          {mayTest && carrier.trigger && <TestAlarmButton size="lg" carrierId={carrier.id} />}
          <ButtonLink size="lg" href={`/carrier/${carrier.type}${search}`}>
            <Thermometer aria-hidden="true" />
            {t("carrier")}
          </ButtonLink>
          <ButtonLink size="lg" href="/arch/contacts">
            <Contact aria-hidden="true" />
            {t("contacts")}
          </ButtonLink>
        </div>
      </Card>
      <div className="flex flex-wrap justify-between gap-2">
        <Button size="lg" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
          {tAction("back")}
        </Button>
        <Button size="lg" loading={pending} onClick={onRestart}>
          <Plus aria-hidden="true" />
          {tAction("restart")}
        </Button>
      </div>
    </div>
  );
}

/** The serial number is not repeated if it is the name. */
const labelOf = ({ name, serialNumber }: { name: string; serialNumber: string }) =>
  name === serialNumber ? name : `${name} · ${serialNumber}`;
