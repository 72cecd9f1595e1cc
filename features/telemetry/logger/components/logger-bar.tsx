"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { LineSwatch } from "@/components/chart/chart-readout";
import type { TimeRange } from "@/components/chart/zoom";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Switch } from "@/components/ui/switch";
import { formatDuration, formatStamp } from "@/lib/datetime/format";
import type { Loggers } from "../overlay.client";
import { markOf } from "../overlay.rules";
import { LOGGER_STROKE } from "./overlay-panels";

type LoggerBarProps = {
  loggers: Loggers;
  range: TimeRange;
  now: number;
  timeZone: string;
  onChoose: (range: TimeRange) => void;
};

const DAY_MS = 86_400_000;

/** Toggles the loggers' values, and lists the files of the range with their loggers, importers and import times. */
export function LoggerBar({ loggers, range, now, timeZone, onChoose }: LoggerBarProps) {
  const t = useTranslations("history.logger");
  const locale = useLocale();
  const id = useId();
  const tChart = useTranslations("history.chart");
  const { files, isOn, toggle, error, data } = loggers;
  const bucketMs = (data?.bucketSeconds ?? 0) * 1000;
  if (files.length === 0) return null;
  const shown = files.filter(({ firstAt, lastAt }) => firstAt < range.to && lastAt >= range.from);
  const all = { from: Math.min(...files.map((one) => one.firstAt)), to: Math.max(...files.map((one) => one.lastAt)) };
  return (
    <div
      className={cn(
        "flex flex-wrap items-start gap-x-4 gap-y-1.5 rounded-md border border-dashed px-3 py-1.5 text-sm",
        isOn && "basis-full",
      )}
    >
      <div className="flex items-center gap-2 touch:min-h-11">
        <Switch id={id} checked={isOn} onChange={toggle} />
        <label htmlFor={id} className="font-medium">
          {t("overlay.toggle", { count: files.length })}
        </label>
      </div>
      {isOn && (
        <div className="min-w-0 flex-1 basis-80 space-y-1">
          <p className="text-muted-foreground">
            {t("overlay.title")}
            {bucketMs > 0 && ` · ${tChart("bucket", { duration: formatDuration(bucketMs, locale) })}`}
          </p>
          {error && <Alert tone="critical">{t("overlay.failed")}</Alert>}
          {shown.length === 0 && (
            <p className="flex flex-wrap items-center gap-2">
              {t("overlay.noneInRange")}
              <Button
                size="sm"
                onClick={() => onChoose({ from: all.from - DAY_MS, to: Math.min(now, all.to + DAY_MS) })}
              >
                {t("overlay.goTo")}
              </Button>
            </p>
          )}
          <ul className="space-y-0.5">
            {shown.map((file) => (
              <li key={file.id} className="flex items-baseline gap-2">
                <LineSwatch stroke={LOGGER_STROKE} className="self-center" />
                <span className="wrap-anywhere min-w-0">
                  {markOf(file, {
                    say: t,
                    date: formatStamp(new Date(file.createdAt), { timeZone }).slice(0, 16),
                  })}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
