"use client";

import { BellRing, FileText, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import { formatDifference, formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { filePath } from "../calibration.client";
import { type CertificateState, deviationsOf } from "../calibration.rules";
import type { CalibrationDto, CalibrationPointDto } from "../calibration.schema";

export const CERTIFICATE_TONE: Record<CertificateState, Tone> = {
  none: "offline",
  valid: "normal",
  dueSoon: "warning",
  expired: "critical",
  revoked: "paused",
};

type CertificateProps = {
  certificate: CalibrationDto;
  now: number;
  timeZone: string;
  onRevoke: (() => void) | undefined;
  onNotice: (() => void) | undefined;
};

/** One certificate: its content, its file and its actions. */
export function Certificate({ certificate, now, timeZone, onRevoke, onNotice }: CertificateProps) {
  const t = useTranslations("calibration");
  const { id, certificateNumber, laboratory, calibratedOn, dueOn, noticeOn, state, isCurrent } = certificate;
  const { points, remark, hasFile, fileName, userName, createdAt, revokedAt, revokeReason } = certificate;
  const isRevoked = revokedAt !== null;
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={cn("wrap-anywhere font-medium tabular-nums", isRevoked && "line-through")}>
          {certificateNumber}
        </span>
        {isCurrent && <Badge tone="primary">{t("current")}</Badge>}
        {/* The state of the current certificate is shown above the list. */}
        {isRevoked && (
          <StateBadge plain tone={CERTIFICATE_TONE[state]}>
            {t(`state.${state}`)}
          </StateBadge>
        )}
        <span className="ml-auto flex gap-1">
          {onNotice && isCurrent && (
            <Button size="icon" variant="ghost" aria-label={t("moveNotice")} title={t("moveNotice")} onClick={onNotice}>
              <BellRing aria-hidden="true" />
            </Button>
          )}
          {onRevoke && !isRevoked && (
            <Button
              size="icon"
              variant="ghost"
              aria-label={t("revokeNamed", { number: certificateNumber })}
              title={t("revoke")}
              onClick={onRevoke}
            >
              <Undo2 aria-hidden="true" />
            </Button>
          )}
        </span>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-2.5 text-sm">
        {(
          [
            ["laboratory", laboratory],
            ["calibratedOn", calibratedOn],
            ["dueOn", dueOn],
            ["noticeOn", noticeOn ?? "–"],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className={cn("min-w-0", name === "laboratory" && "col-span-full")}>
            <dt className="text-muted-foreground text-xs">{t(`field.${name}`)}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {points.length > 0 && <Points points={points} />}
      {remark && <p className="wrap-anywhere text-sm">{remark}</p>}
      {isRevoked && <p className="wrap-anywhere text-sm">{t("revokedBecause", { reason: revokeReason })}</p>}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        {hasFile && (
          <a
            href={filePath(id)}
            target="_blank"
            rel="noreferrer"
            className="wrap-anywhere inline-flex items-center gap-1 text-primary hover:underline"
          >
            <FileText aria-hidden="true" className="size-3.5 shrink-0" />
            {fileName || t("open")}
          </a>
        )}
        {userName && <span>{t("by", { name: userName })}</span>}
        <Instant at={createdAt} now={now} timeZone={timeZone} />
      </p>
    </li>
  );
}

const COLUMNS = ["measure", "reference", "asFound", "asLeft"] as const;

/** The points of a certificate, each value with its deviation. */
function Points({ points }: { points: readonly CalibrationPointDto[] }) {
  const t = useTranslations("calibration.field");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useValueLocale();
  return (
    <div className="max-w-2xl overflow-hidden rounded-md border">
      <Table>
        <TableHead className="border-b bg-muted text-muted-foreground">
          <tr>
            {COLUMNS.map((name) => (
              <TableHeaderCell key={name} className={name === "measure" ? undefined : "text-right"}>
                {t(name)}
              </TableHeaderCell>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          {points.map((point, index) => {
            const { measure, reference, asFound, asLeft } = point;
            const { found, left } = deviationsOf(point);
            const text = (value: number | null) => formatReading(value, measure, locale).text;
            const off = (value: number | null) =>
              value !== null && (
                <span className="block text-muted-foreground text-xs sm:ml-1.5 sm:inline" title={t("deviation")}>
                  {`${value > 0 ? "+" : value < 0 ? "−" : "±"}${formatDifference(Math.abs(value), measure, locale).number}`}
                </span>
              );
            return (
              <TableRow key={`${index} ${measure} ${reference}`}>
                <TableCell className="whitespace-nowrap">{tMeasure(measure)}</TableCell>
                <TableCell className="whitespace-nowrap text-right">{text(reference)}</TableCell>
                <TableCell className="whitespace-nowrap text-right">
                  {text(asFound)}
                  {off(found)}
                </TableCell>
                <TableCell className="whitespace-nowrap text-right">
                  {text(asLeft)}
                  {off(left)}
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </div>
  );
}
