"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import type { DeviceKind } from "@/db/enums";
import { ServiceError } from "@/lib/http/call-service";
import type { NamedRecord } from "../../device.schema";
import { importQuery, reportUrl, sendImport } from "../import.client";
import { isEnded } from "../import.rules";
import type { ImportDetailDto } from "../import.schema";
import { FileStep, type Sending } from "./file-step";
import { IssueTable, useReason } from "./issue-table";
import { ProgressStep } from "./progress-step";

type ImportDialogProps = {
  kind: DeviceKind;
  /** The current or ended import; null before a file is uploaded. */
  id: number | null;
  home: NamedRecord;
  isManyCustomers: boolean;
  onBegin: (id: number) => void;
  onAgain: () => void;
  onClose: (hasChanged: boolean) => void;
};

/** Upload, checking and writing of a file; then the result or the bad cells. */
export function ImportDialog({ kind, id, home, isManyCustomers, onBegin, onAgain, onClose }: ImportDialogProps) {
  const t = useTranslations("device-import.dialog");
  const { data, error } = useQuery(importQuery(id));
  const sending = useMutation({
    mutationFn: ({ file, customerId }: Sending) => sendImport(kind, file, customerId),
    onSuccess: (made) => onBegin(made.id),
  });
  const again = () => {
    sending.reset();
    onAgain();
  };
  const close = () => onClose(data?.status === "done");
  const isList = data?.status === "refused" && data.issues.some(({ cell }) => cell !== "");
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent className={cn(isList && "w-[840px]")} aria-describedby={undefined}>
        <DialogHeader title={t(`title.${kind}`)} description={data?.fileName} />
        {id === null ? (
          <FileStep
            kind={kind}
            home={home}
            isManyCustomers={isManyCustomers}
            isSending={sending.isPending}
            failure={sending.error}
            onSend={sending.mutate}
            onClose={close}
          />
        ) : data ? (
          <Outcome detail={data} onAgain={again} onClose={close} />
        ) : (
          <Missing error={error} onAgain={again} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function Missing({ error, onAgain }: { error: Error | null; onAgain: () => void }) {
  const t = useTranslations("device-import.dialog");
  const tError = useTranslations("error");
  if (!error)
    return (
      <DialogBody className="grid min-h-40 place-items-center" aria-busy="true">
        <Spinner />
      </DialogBody>
    );
  return (
    <>
      <DialogBody>
        <Alert tone="critical">{tError(error instanceof ServiceError ? error.key : "INTERNAL")}</Alert>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onAgain}>
          {t("another")}
        </Button>
      </DialogFooter>
    </>
  );
}

type OutcomeProps = { detail: ImportDetailDto; onAgain: () => void; onClose: () => void };

function Outcome({ detail, onAgain, onClose }: OutcomeProps) {
  const t = useTranslations("device-import.dialog");
  const locale = useLocale();
  const { id, status, total, issues } = detail;
  if (!isEnded(status))
    return (
      <>
        <DialogBody>
          <ProgressStep detail={detail} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t("close")}</Button>
        </DialogFooter>
      </>
    );
  const isDone = status === "done";
  return (
    <>
      <DialogBody className="space-y-4">
        {isDone && <Alert tone="normal">{t("done", { total })}</Alert>}
        {status === "failed" && <Alert tone="critical">{t("failed")}</Alert>}
        {status === "refused" && <Refusal detail={detail} />}
      </DialogBody>
      <DialogFooter>
        {issues.some(({ cell }) => cell !== "") && (
          <a href={reportUrl(id, locale)} download className={cn(buttonVariants(), "sm:mr-auto")}>
            <Download aria-hidden="true" />
            {t("report")}
          </a>
        )}
        {isDone ? (
          <>
            <Button onClick={onAgain}>{t("another")}</Button>
            <Button variant="primary" onClick={onClose}>
              {t("close")}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t("close")}</Button>
            <Button variant="primary" onClick={onAgain}>
              {t("again")}
            </Button>
          </>
        )}
      </DialogFooter>
    </>
  );
}

function Refusal({ detail: { issues, issueCount } }: { detail: ImportDetailDto }) {
  const t = useTranslations("device-import.dialog");
  const reasonOf = useReason();
  const ofFile = issues.filter(({ cell }) => cell === "");
  const ofCells = issues.filter(({ cell }) => cell !== "");
  return (
    <>
      <Alert tone="critical" title={t("refused")}>
        {ofFile.map((issue) => (
          <p key={issue.rule}>{reasonOf(issue)}</p>
        ))}
        {ofCells.length > 0 && <p>{t("issueCount", { total: issueCount - ofFile.length })}</p>}
      </Alert>
      {ofCells.length > 0 && <IssueTable issues={ofCells} isCut={issueCount > issues.length} />}
    </>
  );
}
