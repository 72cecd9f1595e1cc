"use client";

import { File, FileImage, FileSpreadsheet, FileText, FolderOpen, Upload } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ChangeEvent, useRef, useState } from "react";
import { RowButtons } from "@/components/data-table/row-buttons";
import { RemoveDialog } from "@/components/dialog/remove-dialog";
import { useIssueText } from "@/components/form/use-record-form";
import { EmptyState } from "@/components/layout/empty-state";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { ServiceError } from "@/lib/http/call-service";
import { formatNumber } from "@/lib/units/format";
import { FILE_PATH, uploadFile } from "../client";
import { ACCEPTED_ENDINGS, type DocumentType, FILE_MEGABYTES, sizeIssue } from "../rules";
import type { CarrierFileDto } from "../schema";
import { RenameDialog } from "./rename-dialog";

type FilesTabProps = {
  carrierId: number;
  files: readonly CarrierFileDto[];
  mayEdit: boolean;
  now: number;
  timeZone: string;
  onChanged: () => void;
};

/** The documents of a carrier: manuals, acceptance records, photos. */
export function FilesTab({ carrierId, files, mayEdit, now, timeZone, onChanged }: FilesTabProps) {
  const t = useTranslations("carrier-detail.files");
  const [renaming, setRenaming] = useState<CarrierFileDto | null>(null);
  const [removing, setRemoving] = useState<CarrierFileDto | null>(null);
  const upload = mayEdit && <UploadButton carrierId={carrierId} isFirst={files.length === 0} onDone={onChanged} />;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title", { count: files.length })}</CardTitle>
        {files.length > 0 && upload}
      </CardHeader>
      {files.length === 0 ? (
        <EmptyState icon={<FolderOpen aria-hidden="true" />} title={t("none")} action={upload}>
          {t("noneHint", { megabytes: FILE_MEGABYTES })}
        </EmptyState>
      ) : (
        <ul>
          {files.map((file) => (
            <li
              key={file.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b px-4 py-2 text-sm last:border-b-0 hover:bg-row-hover"
            >
              <FileLine file={file} now={now} timeZone={timeZone} />
              {mayEdit && (
                <RowButtons name={file.name} onEdit={() => setRenaming(file)} onRemove={() => setRemoving(file)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {renaming && (
        <RenameDialog
          file={renaming}
          onClose={() => setRenaming(null)}
          onDone={() => {
            setRenaming(null);
            onChanged();
          }}
        />
      )}
      {removing && (
        <RemoveDialog
          path={`${FILE_PATH}/${removing.id}`}
          name={removing.name}
          onClose={() => setRemoving(null)}
          onDone={() => {
            setRemoving(null);
            onChanged();
          }}
        />
      )}
    </Card>
  );
}

const ICONS: Partial<Record<DocumentType, typeof File>> = {
  "application/pdf": FileText,
  "image/png": FileImage,
  "image/jpeg": FileImage,
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": FileSpreadsheet,
};

const KILOBYTE = 1024;

type FileLineProps = { file: CarrierFileDto; now: number; timeZone: string };

function FileLine({ file, now, timeZone }: FileLineProps) {
  const t = useTranslations("carrier-detail.files");
  const locale = useLocale();
  const Icon = ICONS[file.contentType] ?? File;
  const kilobytes = file.size / KILOBYTE;
  const size =
    kilobytes < KILOBYTE
      ? `${formatNumber(Math.max(1, Math.round(kilobytes)), locale)} kB`
      : `${formatNumber(kilobytes / KILOBYTE, locale, 1)} MB`;
  // Images open in the browser; other files are downloaded.
  const isShown = file.contentType.startsWith("image/");
  return (
    <span className="flex min-w-0 flex-1 basis-60 items-center gap-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      <span className="min-w-0">
        <a
          href={`${FILE_PATH}/${file.id}`}
          {...(isShown ? { target: "_blank", rel: "noopener" } : { download: file.name })}
          className="wrap-anywhere inline-flex items-center font-medium hover:text-primary touch:min-h-11"
        >
          {file.name}
        </a>
        <span className="block text-faint-foreground text-xs">
          {size} · {file.userName ?? t("somebody")} · <Instant at={file.createdAt} now={now} timeZone={timeZone} />
        </span>
      </span>
    </span>
  );
}

type UploadButtonProps = { carrierId: number; isFirst: boolean; onDone: () => void };

function UploadButton({ carrierId, isFirst, onDone }: UploadButtonProps) {
  const t = useTranslations("carrier-detail.files");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const input = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    if (!file) return;
    const issue = sizeIssue(file.size);
    setRefusal(issue && textOf(issue));
    if (issue) return;
    setPart(0);
    try {
      const { name } = await uploadFile(carrierId, file, setPart);
      showToast("normal", t("uploaded", { name }));
      onDone();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [first] = error.issues;
      setRefusal(`${file.name}: ${first ? textOf(first) : tError(error.key)}`);
    } finally {
      setPart(null);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_ENDINGS.join(",")}
        aria-label={t("choose")}
        className="sr-only"
        tabIndex={-1}
        onChange={choose}
      />
      <Button
        variant={isFirst ? "primary" : "secondary"}
        loading={part !== null}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden="true" />
        {t("upload")}
      </Button>
      {part !== null && <Progress label={t("progress")} value={Math.round(part * 100)} className="w-full" />}
      {refusal && (
        <Alert tone="critical" className="w-full text-left">
          {refusal}
        </Alert>
      )}
    </>
  );
}
