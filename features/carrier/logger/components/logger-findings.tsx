"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DescriptionList } from "@/components/layout/description-list";
import { Alert } from "@/components/ui/alert";
import { Spinner } from "@/components/ui/spinner";
import { recordQuery } from "../logger.client";
import type { LoggerFileDto } from "../logger.schema";
import { AlarmList } from "./alarm-list";
import { useFactItems } from "./fact-items";
import { LoggerDetailList } from "./logger-detail-list";

/** What the logger recorded in its file: figures, faults, alarms, days and names; fetched when opened. */
export function LoggerFindings({ file }: { file: LoggerFileDto }) {
  const t = useTranslations("history.logger.tab");
  const [isOpen, setOpen] = useState(false);
  const items = useFactItems(file);
  if (file.alarmCount === 0 && items.length === 0 && !file.hasDetails) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-0.5 font-medium touch:py-3">
        <span className={file.alarmCount > 0 ? "text-warning" : undefined}>
          {file.alarmCount > 0 ? t("alarms", { count: file.alarmCount }) : t("findings")}
        </span>
      </summary>
      {isOpen && (
        <div className="space-y-2 pt-1">
          {items.length > 0 && <DescriptionList items={items} />}
          {(file.alarmCount > 0 || file.hasDetails) && <Recorded file={file} />}
        </div>
      )}
    </details>
  );
}

function Recorded({ file }: { file: LoggerFileDto }) {
  const t = useTranslations("history.logger.tab");
  const { data, isError } = useQuery(recordQuery(file.id));
  if (isError) return <Alert tone="critical">{t("alarmsFailed")}</Alert>;
  if (!data) return <Spinner />;
  return (
    <>
      <AlarmList alarms={data.items} timeZone={file.timeZone} />
      <LoggerDetailList details={data.details} timeZone={file.timeZone} />
    </>
  );
}
