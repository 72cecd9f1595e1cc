"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState } from "@/components/layout/empty-state";
import { Select } from "@/components/ui/select";
import { StateBadge } from "@/components/value/state-badge";
import type { DeviceKind } from "@/db/enums";
import { ExportMenu } from "@/features/file/components/export-menu";
import { Link } from "@/lib/i18n/navigation";
import { windowOf } from "@/lib/page/device-window";
import { CALIBRATION_TONE } from "../../components/labels";
import { ListSheet, MOST_ROWS } from "../../components/list-sheet";
import type { CalibrationDueDto } from "../calibration.schema";
import { dueCriteria, dueQuery } from "../due.client";
import { DUE_SPANS, type DueSpan } from "../due.schema";

const FIRST = 20;

type DueSheetProps = { kind: DeviceKind; span: DueSpan; onSpan: (span: DueSpan) => void; onClose: () => void };

/** Calibrations that have expired or end within a time span, soonest first. */
export function DueSheet({ kind, span, onSpan, onClose }: DueSheetProps) {
  const t = useTranslations("device.due");
  const tDevice = useTranslations("device");
  const [length, setLength] = useState(FIRST);
  const query = useQuery(dueQuery(kind, span, length));
  const label = (one: DueSpan) =>
    one === "expired" || one === "none" ? t(`span.${one}`) : t("span.within", { count: Number(one) });
  const tools = (
    <div className="flex items-center justify-between gap-4 border-b px-5 py-3">
      <Select
        aria-label={t("show")}
        value={span}
        className="min-w-0 max-w-72 flex-1"
        onChange={({ target }) => {
          setLength(FIRST);
          onSpan(target.value as DueSpan);
        }}
      >
        {DUE_SPANS.map((one) => (
          <option key={one} value={one}>
            {label(one)}
          </option>
        ))}
      </Select>
      <span role="status" className="shrink-0 text-muted-foreground text-sm tabular-nums">
        {query.data && t("count", { count: query.data.total })}
      </span>
      <ExportMenu kind="calibrationDue" query={dueCriteria(kind, span)} />
    </div>
  );
  return (
    <ListSheet
      title={`${t("title")} · ${tDevice(`caption.${kind}`)}`}
      tools={tools}
      query={query}
      onRetry={() => void query.refetch()}
      onMore={() => setLength(MOST_ROWS)}
      onClose={onClose}
      empty={
        <EmptyState icon={<CalendarCheck aria-hidden="true" />} title={t("emptyTitle")}>
          {t("emptyText")}
        </EmptyState>
      }
    >
      {(due) => <Due key={due.device.id} due={due} />}
    </ListSheet>
  );
}

/** A device with its carriers, its certificate and the remaining validity. */
function Due({ due: { device, carriers, certificate, dueOn, state, daysLeft } }: { due: CalibrationDueDto }) {
  const t = useTranslations("device.due");
  const tState = useTranslations("device.calibration");
  const unseen = useTranslations("common.unseen");
  return (
    <li className="flex items-start justify-between gap-4 py-3 text-sm">
      <span className="flex min-w-0 flex-col">
        <Link
          href={windowOf(device.kind, device.id)}
          target="_blank"
          prefetch={false}
          className="wrap-anywhere font-medium hover:text-primary"
        >
          {device.name}
        </Link>
        <span className="wrap-anywhere text-muted-foreground text-xs">
          {[device.serialNumber, ...carriers.map(({ name }) => name ?? unseen("carrier"))].join(" · ")}
        </span>
        {certificate && (
          <span className="wrap-anywhere text-muted-foreground text-xs">
            {t("certificate", { number: certificate.certificateNumber, laboratory: certificate.laboratory })}
          </span>
        )}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-0.5">
        <StateBadge plain tone={CALIBRATION_TONE[state]}>
          {daysLeft === null
            ? tState("none")
            : t(daysLeft < 0 ? "ago" : daysLeft === 0 ? "today" : "left", { count: Math.abs(daysLeft) })}
        </StateBadge>
        {dueOn && <span className="text-muted-foreground text-xs tabular-nums">{dueOn}</span>}
      </span>
    </li>
  );
}
