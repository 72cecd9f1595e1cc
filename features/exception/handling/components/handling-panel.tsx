"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { DescriptionList } from "@/components/layout/description-list";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { SignDialog } from "@/features/signature/components/sign-dialog";
import { SignatureList } from "@/features/signature/components/signature-list";
import { HandlingBadge } from "../../components/cells";
import { useExceptionTexts } from "../../components/labels";
import { useClose, useReopen } from "../../exception.client";
import type { OpenedExceptionDto } from "../../exception.schema";
import { barOf } from "../rules";
import { FormError } from "./form-error";
import { HandleForm } from "./handle-form";
import { useIssueTexts } from "./issue-texts";

type HandlingPanelProps = {
  detail: OpenedExceptionDto;
  mayHandle: boolean;
  timeZone: string;
  now: number;
  onChanged: (changed: boolean) => void;
  onDone: () => void;
};

/** The handling of an exception: the form while unprocessed, then the record with the actions to reopen or close it. */
export function HandlingPanel({ detail, mayHandle, timeZone, now, onChanged, onDone }: HandlingPanelProps) {
  const t = useTranslations("exception.handle");
  const tError = useTranslations("error");
  const [asking, setAsking] = useState(false);
  const [editing, setEditing] = useState(false);
  const [signing, setSigning] = useState(false);
  const reopen = useReopen();
  const close = useClose();
  const reopenTexts = useIssueTexts(reopen.error, tError);
  const closeTexts = useIssueTexts(close.error, tError);

  const allowed = (action: "handle" | "reopen" | "close") => mayHandle && barOf(action, detail) === null;
  const reopenNow = (reason: string) =>
    reopen.mutate(
      { id: detail.id, reason },
      {
        onSuccess: () => {
          setAsking(false);
          showToast("normal", t("reopened"));
          onDone();
        },
      },
    );
  const closeNow = () =>
    close.mutate(
      { id: detail.id },
      {
        onSuccess: () => {
          showToast("normal", t("closed"));
          onDone();
        },
      },
    );
  return (
    <section aria-labelledby="exception-handling" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 id="exception-handling" className="text-base">
          {t("title")}
        </h3>
        <HandlingBadge row={detail} />
      </div>
      {detail.status === "processed" && <Record detail={detail} timeZone={timeZone} now={now} />}
      {allowed("handle") &&
        (editing ? (
          <HandleForm
            detail={detail}
            onChanged={onChanged}
            onDone={() => {
              setEditing(false);
              onDone();
            }}
          />
        ) : (
          <Button className="self-start" onClick={() => setEditing(true)}>
            {t("begin")}
          </Button>
        ))}
      {detail.status === "unprocessed" && !allowed("handle") && (
        <p className="text-muted-foreground text-sm">
          {t(detail.removedAt ? "notNeededRemoved" : detail.withdrawnAt ? "notNeeded" : "notYet")}
        </p>
      )}
      {!signing && <FormError texts={closeTexts} />}
      {(allowed("reopen") || allowed("close")) && (
        <div className="flex flex-wrap gap-2">
          {allowed("close") && (
            <Button
              variant="primary"
              loading={close.isPending}
              onClick={() => (detail.closing.isSigned ? setSigning(true) : closeNow())}
            >
              {t("close")}
            </Button>
          )}
          {allowed("reopen") && <Button onClick={() => setAsking(true)}>{t("reopen")}</Button>}
        </div>
      )}
      {detail.closing.signatures.length > 0 && (
        <SignatureList signatures={detail.closing.signatures} timeZone={timeZone} />
      )}
      {signing && (
        <SignDialog
          meaning="approved"
          subject={t("closeSubject")}
          submitLabel={t("closeAndSign")}
          send={({ password, totp }) =>
            close.mutateAsync({ id: detail.id, password, totp, contentHash: detail.closing.contentHash })
          }
          onClose={() => setSigning(false)}
          onDone={() => {
            setSigning(false);
            onDone();
          }}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("reopenTitle")}
        description={t("reopenHint")}
        confirmLabel={t("reopen")}
        reason={{ label: t("reopenReason"), required: true }}
        pending={reopen.isPending}
        error={reopenTexts.fields.reason ?? reopenTexts.rows[0]?.text ?? reopenTexts.general}
        onConfirm={reopenNow}
      />
    </section>
  );
}

function Record({ detail, timeZone, now }: Pick<HandlingPanelProps, "detail" | "timeZone" | "now">) {
  const t = useTranslations("exception");
  const { reason } = useExceptionTexts();
  const { handledAt, handledBy, analysisResult, measures, remark } = detail;
  const long = (text: string | null) => <span className="whitespace-pre-line">{text || "–"}</span>;
  return (
    <DescriptionList
      items={[
        { term: t("handle.reason"), value: detail.reason ? reason(detail.reason) : "–" },
        { term: t("handle.analysisResult"), value: analysisResult ? t(`analysis.${analysisResult}`) : "–" },
        { term: t("handle.measures"), value: long(measures) },
        { term: t("handle.remark"), value: long(remark) },
        {
          term: t("handle.handler"),
          value: (
            <>
              {handledBy ?? "–"}
              {handledAt && (
                <>
                  {", "}
                  <Instant at={Date.parse(handledAt)} now={now} timeZone={timeZone} />
                </>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
