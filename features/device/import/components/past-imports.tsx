"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, FileUp } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { DeviceKind, ImportStatus } from "@/db/enums";
import { ListSheet, MOST_ROWS } from "../../components/list-sheet";
import { pastImportsQuery } from "../history.client";
import { reportUrl } from "../import.client";
import type { ImportDto } from "../import.schema";

const TONES: Record<ImportStatus, Tone> = {
  waiting: "paused",
  checking: "paused",
  writing: "paused",
  done: "normal",
  refused: "warning",
  failed: "critical",
};

const FIRST = 20;

type PastImportsProps = {
  kind: DeviceKind;
  isManyCustomers: boolean;
  timeZone: string;
  now: number;
  onClose: () => void;
};

/** Past imports of a kind: file, result, user and time, each with its report. */
export function PastImports({ kind, isManyCustomers, timeZone, now, onClose }: PastImportsProps) {
  const t = useTranslations("device.pastImport");
  const tDevice = useTranslations("device");
  const [length, setLength] = useState(FIRST);
  const query = useQuery(pastImportsQuery(kind, length));
  return (
    <ListSheet
      title={`${t("title")} · ${tDevice(`caption.${kind}`)}`}
      query={query}
      onRetry={() => void query.refetch()}
      onMore={() => setLength(MOST_ROWS)}
      onClose={onClose}
      empty={
        <EmptyState icon={<FileUp aria-hidden="true" />} title={t("emptyTitle")}>
          {t("emptyText")}
        </EmptyState>
      }
    >
      {(past) => (
        <PastImport key={past.id} past={past} isManyCustomers={isManyCustomers} timeZone={timeZone} now={now} />
      )}
    </ListSheet>
  );
}

/** The import dialog on the same page shows the import that the address names. */
function show(id: number) {
  const query = new URLSearchParams(window.location.search);
  query.delete("imports");
  query.set("import", String(id));
  window.history.replaceState(null, "", `?${query}`);
}

type PastImportProps = { past: ImportDto; isManyCustomers: boolean; timeZone: string; now: number };

function PastImport({ past, isManyCustomers, timeZone, now }: PastImportProps) {
  const t = useTranslations("device.pastImport");
  const locale = useLocale();
  const { id, fileName, status, total, issueCount, userName, customerName, createdAt } = past;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <span className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <span className="wrap-anywhere font-medium">{fileName || t("unnamed")}</span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs tabular-nums">
          <StateBadge plain tone={TONES[status]}>
            {t(`status.${status}`)}
          </StateBadge>
          {total > 0 && <span>{t("rows", { count: total })}</span>}
          {issueCount > 0 && <span>{t("issues", { count: issueCount })}</span>}
        </span>
        <span className="wrap-anywhere text-muted-foreground text-xs">
          <Instant at={createdAt} now={now} timeZone={timeZone} />
          {userName && ` · ${userName}`}
          {isManyCustomers && ` · ${customerName}`}
        </span>
      </span>
      <span className="flex gap-1">
        {issueCount > 0 && (
          <a href={reportUrl(id, locale)} download className={buttonVariants({ size: "sm", variant: "ghost" })}>
            <Download aria-hidden="true" />
            {t("report")}
          </a>
        )}
        <Button size="sm" aria-label={t("openOf", { name: fileName || t("unnamed") })} onClick={() => show(id)}>
          {t("open")}
        </Button>
      </span>
    </li>
  );
}
