"use client";

import { Download, FileUp, LineChart, Thermometer, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { EndingDialog } from "@/components/dialog/ending-dialog";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import { MAXIMUM_MEGABYTES } from "@/features/telemetry/logger/content.rules";
import { formatStamp } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { LOGGER_PATH, removeFile, templateUrl } from "../logger.client";
import { historyOf } from "../logger.rules";
import type { LoggerFileDto } from "../logger.schema";
import { LoggerFindings } from "./logger-findings";

const LoggerDialog = dynamic(() => import("./logger-dialog").then((module) => module.LoggerDialog));

type LoggerTabProps = {
  carrierId: number;
  /** Path of the carrier's page, without the locale. */
  path: string;
  files: readonly LoggerFileDto[];
  /** The customer's zone, the most likely zone of the logger's clock. */
  clockZone: string;
  mayEdit: boolean;
  maySeeHistory: boolean;
  now: number;
  timeZone: string;
  onChanged: () => void;
};

/** The logger files of a carrier, a series separate from what its devices send. */
export function LoggerTab(props: LoggerTabProps) {
  const { carrierId, files, clockZone, mayEdit, now, timeZone, onChanged } = props;
  const t = useTranslations("history.logger.tab");
  const locale = useLocale();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<LoggerFileDto | null>(null);
  const done = () => {
    setAdding(false);
    setRemoving(null);
    onChanged();
  };
  const actions = mayEdit && (
    <>
      <a href={templateUrl(locale)} download className={buttonVariants()}>
        <Download aria-hidden="true" />
        {t("template")}
      </a>
      <Button variant={files.length === 0 ? "primary" : "secondary"} onClick={() => setAdding(true)}>
        <FileUp aria-hidden="true" />
        {t("upload")}
      </Button>
    </>
  );
  return (
    <Card>
      <CardHeader>
        <div className="min-w-0 flex-1 basis-72">
          <CardTitle>{t("title", { count: files.length })}</CardTitle>
          <p className="text-pretty text-muted-foreground text-sm">{t("hint")}</p>
        </div>
        {files.length > 0 && <div className="flex flex-wrap gap-2">{actions}</div>}
      </CardHeader>
      {files.length === 0 ? (
        <EmptyState icon={<Thermometer aria-hidden="true" />} title={t("none")} action={actions}>
          {t("noneHint", { megabytes: MAXIMUM_MEGABYTES })}
        </EmptyState>
      ) : (
        <ul>
          {files.map((file) => (
            <li
              key={file.id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b px-4 py-2.5 text-sm last:border-b-0 hover:bg-row-hover"
            >
              <LoggerLine file={file} now={now} timeZone={timeZone} />
              <LoggerActions {...props} file={file} onRemove={() => setRemoving(file)} />
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <LoggerDialog
          carrierId={carrierId}
          clockZone={clockZone}
          now={now}
          timeZone={timeZone}
          onClose={() => setAdding(false)}
          onDone={done}
        />
      )}
      {removing && (
        <EndingDialog
          title={t("removeTitle", { name: removing.fileName })}
          text={t("removeHint")}
          confirmLabel={t("remove")}
          reasonLabel={t("reason")}
          send={(reason) => removeFile(removing.id, reason)}
          onClose={() => setRemoving(null)}
          onDone={done}
        />
      )}
    </Card>
  );
}

type LoggerLineProps = { file: LoggerFileDto; now: number; timeZone: string };

function LoggerLine({ file, now, timeZone }: LoggerLineProps) {
  const t = useTranslations("history.logger");
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone }).slice(0, 16);
  const logger = [file.loggerModel, file.loggerSerial].filter(Boolean).join(" · ");
  return (
    <div className="min-w-0 flex-1 basis-72 space-y-0.5">
      <span className="wrap-anywhere block font-medium">{logger || t("tab.unknownLogger")}</span>
      <span className="block tabular-nums">
        {stamp(file.firstAt)} – {stamp(file.lastAt)} · {t("tab.values", { count: file.valueCount })}
      </span>
      <span className="wrap-anywhere block text-muted-foreground text-xs">
        {file.fileName} · {t("tab.by", { name: file.userName ?? t("tab.somebody") })} ·{" "}
        <Instant at={file.createdAt} now={now} timeZone={timeZone} />
      </span>
      {file.remark && <span className="wrap-anywhere block text-muted-foreground text-xs">{file.remark}</span>}
      <LoggerFindings file={file} />
    </div>
  );
}

type LoggerActionsProps = Pick<LoggerTabProps, "carrierId" | "path" | "mayEdit" | "maySeeHistory"> & {
  file: LoggerFileDto;
  onRemove: () => void;
};

function LoggerActions({ carrierId, path, mayEdit, maySeeHistory, file, onRemove }: LoggerActionsProps) {
  const t = useTranslations();
  return (
    <span className="flex items-center gap-1">
      {maySeeHistory && (
        <Link
          href={`${path}?${historyOf(carrierId, file)}`}
          className={buttonVariants({ variant: "ghost", size: "sm" })}
        >
          <LineChart aria-hidden="true" />
          {t("history.logger.tab.show")}
        </Link>
      )}
      <a
        href={`${LOGGER_PATH}/${file.id}`}
        download={file.fileName}
        aria-label={t("history.logger.tab.download", { name: file.fileName })}
        title={t("history.logger.tab.download", { name: file.fileName })}
        className={buttonVariants({ variant: "ghost", size: "icon-sm" })}
      >
        <Download aria-hidden="true" />
      </a>
      {mayEdit && (
        <Button
          size="icon-sm"
          variant="ghost"
          className="hover:bg-critical-soft hover:text-critical"
          aria-label={t("common.record.removeOf", { name: file.fileName })}
          title={t("common.record.remove")}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      )}
    </span>
  );
}
