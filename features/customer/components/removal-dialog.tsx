"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useId, useRef, useState } from "react";
import { Field } from "@/components/form/field";
import { useIssueText } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import type { ServiceError } from "@/lib/http/call-service";
import { formatNumber } from "@/lib/units/format";
import { belongingsQuery, useRemoval } from "../customer.client";
import type { CustomerRowDto } from "../customer.schema";
import { BELONGINGS, type BelongingsDto } from "../removal.schema";

type RemovalDialogProps = { row: CustomerRowDto; onClose: () => void; onDone: () => void };

/** Deletes a customer. Shows the numbers of rows deleted with it, and requires its code to be typed. */
export function RemovalDialog({ row, onClose, onDone }: RemovalDialogProps) {
  const t = useTranslations("customer.removal");
  const tCommon = useTranslations("common");
  const formId = useId();
  const { data, error } = useQuery(belongingsQuery(row.id));
  const removal = useRemoval();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const isBarred = !data || data.governedOnlyBy.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    removal.mutate(
      { id: row.id, confirm: typed.trim() },
      {
        onSuccess: () => {
          showToast("normal", t("done", { name: row.name }));
          onDone();
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        role="alertdialog"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          input.current?.focus();
        }}
      >
        <DialogHeader
          title={<span className="break-words">{t("title", { name: row.name })}</span>}
          description={t("hint")}
        />
        <DialogBody className="flex flex-col gap-4">
          {data ? <Counts {...data} /> : error ? <Refusal error={error} /> : <Counting />}
          <form id={formId} onSubmit={submit}>
            <Field label={t("confirm", { code: row.code })}>
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  spellCheck={false}
                  ref={input}
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
          </form>
          {removal.error && <Refusal error={removal.error} />}
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button>{tCommon("action.cancel")}</Button>
          </DialogClose>
          <Button
            type="submit"
            form={formId}
            variant="destructive"
            loading={removal.isPending}
            disabled={isBarred || typed.trim() !== row.code}
          >
            {t("submit")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Counts({ counts, governedOnlyBy }: BelongingsDto) {
  const t = useTranslations("customer.removal");
  const locale = useLocale();
  const kinds = BELONGINGS.filter((kind) => counts[kind] > 0);
  return (
    <>
      {kinds.length === 0 && <p className="text-muted-foreground text-sm">{t("nothing")}</p>}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1 text-sm">
        {kinds.map((kind) => (
          <div key={kind} className="flex items-baseline justify-between gap-3 border-b py-1">
            <dt className="min-w-0 text-muted-foreground">{t(`kind.${kind}`)}</dt>
            <dd className="font-medium tabular-nums">{formatNumber(counts[kind], locale)}</dd>
          </div>
        ))}
      </dl>
      {governedOnlyBy.length > 0 && <Alert tone="critical">{t("barred", { names: governedOnlyBy.join(", ") })}</Alert>}
    </>
  );
}

function Counting() {
  const t = useTranslations("customer.removal");
  return (
    <div>
      <p role="status" className="sr-only">
        {t("counting")}
      </p>
      <div className="grid grid-cols-2 gap-x-6 gap-y-1">
        {BELONGINGS.slice(0, 8).map((kind) => (
          <div key={kind} className="flex items-center justify-between gap-3 border-b py-2">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-3 w-6" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** If the request times out, the removal continues on the server. */
function Refusal({ error }: { error: ServiceError }) {
  const t = useTranslations("customer.removal");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  if (error.key === "timeout") return <Alert tone="warning">{t("slow")}</Alert>;
  const [issue] = error.issues;
  return <Alert tone="critical">{issue ? textOf(issue) : tError(error.key)}</Alert>;
}
