"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Age } from "@/components/value/age";
import { Instant } from "@/components/value/instant";
import { Sparkline } from "@/components/value/sparkline";
import { ValueCell } from "@/components/value/value-cell";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";

const MINUTE_MS = 60_000;
const WAVE = Array.from({ length: 40 }, (_, index) =>
  index > 24 && index < 28 ? null : 4 + Math.sin(index / 3) + (index === 15 ? 5 : 0),
);

export function ValueGallery({ now }: { now: number }) {
  const t = useTranslations("gallery");
  const state = useTranslations("common.state");
  const locale = useValueLocale();
  const [celsius, setCelsius] = useState(4.2);
  const live = formatReading(celsius, "temperature", locale);
  const cell = (value: number | null, measure: "temperature" | "humidity" = "temperature") => {
    const { number, unit } = formatReading(value, measure, locale);
    return { value: number, unit, now };
  };
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-x-10 gap-y-4">
        <ValueCell size="lg" value={live.number} unit={live.unit} trend="rising" at={now - 20_000} now={now} />
        <ValueCell size="lg" {...cell(9.4)} tone="above" toneLabel={state("above")} trend="rising" at={now - 40_000} />
        <ValueCell
          size="lg"
          {...cell(-1.2)}
          tone="below"
          toneLabel={state("below")}
          trend="falling"
          at={now - 90_000}
        />
        <ValueCell size="lg" {...cell(4.1)} at={now - 72 * MINUTE_MS} staleAfterMs={10 * MINUTE_MS} />
        <Button size="sm" onClick={() => setCelsius(celsius + 0.3)}>
          {t("change")}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-10 gap-y-3">
        <ValueCell value={live.number} unit={live.unit} trend="steady" at={now - 20_000} now={now} />
        <ValueCell {...cell(55.1, "humidity")} trend="falling" at={now - 3 * MINUTE_MS} />
        <ValueCell {...cell(9.4)} tone="above" toneLabel={state("above")} trend="rising" at={now - MINUTE_MS} />
        <ValueCell {...cell(-1.2)} tone="below" toneLabel={state("below")} trend="falling" at={now - MINUTE_MS} />
        <ValueCell {...cell(6.9)} tone="warning" toneLabel={state("warning")} at={now - MINUTE_MS} />
        <ValueCell {...cell(18)} tone="critical" toneLabel={state("critical")} at={now - MINUTE_MS} />
        <ValueCell {...cell(4.1)} at={now - 72 * MINUTE_MS} staleAfterMs={10 * MINUTE_MS} />
        <ValueCell {...cell(5.2)} at={now - MINUTE_MS} unconfirmed={formatReading(21.4, "temperature", locale).text} />
        <ValueCell {...cell(null)} />
      </div>
      <div className="flex flex-wrap items-center gap-x-10 gap-y-3 text-sm">
        <Sparkline values={WAVE} limits={{ minimum: 2, maximum: 8 }} label={t("trend")} />
        <Sparkline values={WAVE} label={t("trend")} width={160} height={40} />
        <Instant at={now} now={now} timeZone="Asia/Shanghai" />
        <Instant at={now - 86_400_000} now={now} timeZone="Asia/Shanghai" />
        <Instant at={now - 40 * 86_400_000} now={now} timeZone="Asia/Shanghai" />
        <Age at={now - 3 * MINUTE_MS} now={now} timeZone="Asia/Shanghai" />
      </div>
    </div>
  );
}
