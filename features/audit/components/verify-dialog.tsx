"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Field } from "@/components/form/field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Progress } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { formatStamp } from "@/lib/datetime/format";
import { useVerification } from "../audit.client";
import type { VerifyDto } from "../audit.schema";

type VerifyDialogProps = {
  customers: readonly { id: number; name: string }[];
  customerId: number;
  timeZone: string;
  onOpenRow: (id: number) => void;
  onClose: () => void;
};

/** Verifies a customer's chain and shows the result; a broken row is named and can be opened. */
export function VerifyDialog({ customers, customerId, timeZone, onOpenRow, onClose }: VerifyDialogProps) {
  const t = useTranslations("audit.verify");
  const tError = useTranslations("error");
  const tCommon = useTranslations("common.action");
  const [of, setOf] = useState(customerId);
  const [part, setPart] = useState<VerifyDto | null>(null);
  const { mutate, data, error, isPending, reset } = useVerification();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = () => {
    running.current = new AbortController();
    setPart(null);
    mutate({ customerId: of, onPart: setPart, signal: running.current.signal });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader title={t("title")} description={t("hint")} />
        <DialogBody className="flex flex-col gap-4">
          {customers.length > 1 && (
            <Field label={t("customer")}>
              {(control) => (
                <Select
                  {...control}
                  value={of}
                  disabled={isPending}
                  onChange={({ target }) => {
                    setOf(Number(target.value));
                    reset();
                  }}
                >
                  {customers.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {isPending && part && (
            <div className="flex flex-col gap-1">
              <Progress label={t("title")} value={part.rows} max={Math.max(1, part.total)} />
              <p className="text-muted-foreground text-xs tabular-nums">
                {t("progress", { rows: part.rows, total: part.total })}
              </p>
            </div>
          )}
          {error && <Alert tone="critical">{tError(error.key)}</Alert>}
          {data && <Verdict verdict={data} timeZone={timeZone} onOpenRow={onOpenRow} />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{tCommon("close")}</Button>
          <Button variant="primary" loading={isPending} onClick={start}>
            {t("start")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

type VerdictProps = { verdict: VerifyDto; timeZone: string; onOpenRow: (id: number) => void };

function Verdict({ verdict, timeZone, onOpenRow }: VerdictProps) {
  const t = useTranslations("audit.verify");
  const { firstBroken, rows } = verdict;
  if (firstBroken === null) return <Alert tone="normal" title={t("ok", { rows })} />;
  const { sequence, id, at } = firstBroken;
  return (
    <Alert
      tone="critical"
      title={t("broken", { sequence })}
      action={
        id !== null && (
          <Button size="sm" onClick={() => onOpenRow(id)}>
            {t("open")}
          </Button>
        )
      }
    >
      {at === null ? t("gone") : t("at", { time: formatStamp(new Date(at), { timeZone }) })}
    </Alert>
  );
}
