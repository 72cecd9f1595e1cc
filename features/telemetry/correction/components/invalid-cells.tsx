"use client";

import { RotateCcw } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { isSwitch } from "@/features/observation/observation.rules";
import { formatStamp } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { InvalidMark } from "../../history/history.schema";
import { PROBE_FAULT } from "../../ingest/ingest.rules";
import { isOn } from "../../ingest/probe.rules";
import type { HistoryProbe } from "../../ingest/probe.schema";

const RestoreDialog = dynamic(() => import("./restore-dialog").then((module) => module.RestoreDialog), { ssr: false });

/** Why a reading is invalid. */
export function InvalidReason({ mark: { reason, kind, by } }: { mark: InvalidMark }) {
  const t = useTranslations("history.invalid");
  const text =
    reason === PROBE_FAULT
      ? t("by.probe")
      : t(kind === null ? "by.person" : "by.rule", { reason, name: by ?? t("someone") });
  return (
    <span title={text} className="wrap-anywhere line-clamp-2 text-muted-foreground text-xs">
      {text}
    </span>
  );
}

type InvalidValueProps = {
  probe: HistoryProbe;
  value: number;
  at: number;
  timeZone: string;
  canRestore: boolean;
};

/** An invalid value: struck through, described for screen readers, and restorable. */
export function InvalidValue({ probe, value, at, timeZone, canRestore }: InvalidValueProps) {
  const t = useTranslations("history");
  const locale = useValueLocale();
  const [isAsking, setAsking] = useState(false);
  const { measure, probeId } = probe;
  const words = { door: ["doorClosed", "doorOpen"], power: ["powerOff", "powerOn"] } as const;
  const text = isSwitch(measure)
    ? t(`word.${words[measure as "door" | "power"][isOn(value) ? 1 : 0]}`)
    : formatReading(value, measure, locale).text;
  return (
    <span className="inline-flex items-center gap-1">
      <span className="sr-only">{t("invalid.value", { value: text })}</span>
      <s aria-hidden="true" className="text-muted-foreground">
        {text}
      </s>
      {canRestore && (
        <Button
          size="sm"
          variant="ghost"
          className="w-control-sm px-0"
          aria-label={t("invalid.restore.openOf", { at: formatStamp(new Date(at), { timeZone }).slice(0, 19) })}
          title={t("invalid.restore.open")}
          onClick={() => setAsking(true)}
        >
          <RotateCcw aria-hidden="true" />
        </Button>
      )}
      {isAsking && <RestoreDialog probeId={probeId} at={at} onClose={() => setAsking(false)} />}
    </span>
  );
}
