"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useRefresh } from "@/components/data-table/use-refresh";
import { Part } from "@/components/layout/part";
import { Progress as Bar } from "@/components/ui/progress";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import { formatDuration } from "@/lib/datetime/format";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { PointDto, TaskDetailDto } from "../task.schema";

const AGAIN_MS = 20_000;
const MINUTE_MS = 60_000;

type ProgressProps = { task: TaskDetailDto; now: number; timeZone: string };

/** How far a running verification is, and what each point measures now. */
export function Progress({ task, now, timeZone }: ProgressProps) {
  const t = useTranslations("verification");
  const locale = useValueLocale();
  const refresh = useRefresh();
  useEffect(() => {
    const timer = setInterval(refresh, AGAIN_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  const { recordedFrom, durationMinutes, startedAt, samplingSeconds, limits, points } = task;
  const hasReported = ({ latest }: PointDto) => latest !== null && latest.at >= (startedAt ?? now);
  const reported = points.filter(hasReported).length;
  const done =
    recordedFrom === null
      ? (100 * reported) / Math.max(1, points.length)
      : Math.min(100, (100 * (now - recordedFrom)) / (durationMinutes * MINUTE_MS));
  const left = recordedFrom === null ? 0 : Math.max(0, recordedFrom + durationMinutes * MINUTE_MS - now);
  const text =
    recordedFrom === null
      ? t("progress.waiting", { reported, count: points.length })
      : left > 0
        ? t("progress.recording", { duration: formatDuration(left, locale) })
        : t("progress.finishing");
  const toneOf = (point: PointDto) => {
    if (!hasReported(point) || point.latest === null) return ["offline", "silent"] as const;
    if (recordedFrom !== null && now - point.latest.at > 3 * samplingSeconds * 1000)
      return ["warning", "late"] as const;
    if (point.pointClass === "outside") return ["normal", "fine"] as const;
    if (point.latest.value > limits.temperature.maximum) return ["above", "above"] as const;
    return point.latest.value < limits.temperature.minimum
      ? (["below", "below"] as const)
      : (["normal", "fine"] as const);
  };
  return (
    <Part title={t("section.progress")}>
      <p className="mb-2 text-sm">{text}</p>
      <Bar value={done} label={text} />
      <div className="mt-3">
        <Table className="whitespace-nowrap">
          <TableHead>
            <TableRow>
              {["label", "pointClass", "device", "latest", "at", "pointState"].map((name) => (
                <TableHeaderCell key={name}>{t(`field.${name}`)}</TableHeaderCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {points.map((point) => {
              const [tone, state] = toneOf(point);
              return (
                <TableRow key={point.id}>
                  <TableCell>{point.label}</TableCell>
                  <TableCell>{t(`class.${point.pointClass}`)}</TableCell>
                  <TableCell>{point.device?.name ?? "–"}</TableCell>
                  <TableCell>
                    {point.latest ? formatReading(point.latest.value, "temperature", locale).text : "–"}
                  </TableCell>
                  <TableCell>{point.latest ? <Instant at={point.latest.at} {...{ now, timeZone }} /> : "–"}</TableCell>
                  <TableCell>
                    <StateBadge tone={tone} plain>
                      {t(`pointState.${state}`)}
                    </StateBadge>
                  </TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </div>
    </Part>
  );
}
