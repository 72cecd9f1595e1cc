"use client";

import { Download, FileSpreadsheet, FileUp } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type DragEvent, useRef, useState } from "react";
import { Field } from "@/components/form/field";
import { RecordSelect } from "@/components/form/record-select";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import type { DeviceKind } from "@/db/enums";
import { ServiceError } from "@/lib/http/call-service";
import type { NamedRecord } from "../../schema";
import { templateUrl } from "../client";
import { fileIssue, MAXIMUM_MEGABYTES, MAXIMUM_ROWS } from "../schema";

export type Sending = { file: File; customerId: number | null };

type FileStepProps = {
  kind: DeviceKind;
  home: NamedRecord;
  isManyCustomers: boolean;
  isSending: boolean;
  failure: Error | null;
  onSend: (sending: Sending) => void;
  onClose: () => void;
};

/** The first bytes tell an xlsx from what only has its name. */
const HEAD_BYTES = 4;

/** The template to fill in, and the file to send. */
export function FileStep({ kind, home, isManyCustomers, isSending, failure, onSend, onClose }: FileStepProps) {
  const t = useTranslations("device-import.dialog");
  const locale = useLocale();
  const [file, setFile] = useState<File | null>(null);
  const [issue, setIssue] = useState<{ rule: string; limit?: number } | null>(null);
  const [customer, setCustomer] = useState<NamedRecord>(home);
  const failureText = useFailureText();
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const head = new Uint8Array(await chosen.slice(0, HEAD_BYTES).arrayBuffer());
    setIssue(fileIssue(chosen.name, head, chosen.size));
    setFile(chosen);
  };
  const problem = issue ? failureText(issue) : failure && failureText(failure);
  const isReady = file !== null && issue === null;
  return (
    <>
      <DialogBody className="space-y-5">
        {isManyCustomers && (
          <Field label={t("customer")} required>
            {(control) => (
              <RecordSelect<NamedRecord>
                control={control}
                name="customerId"
                path="/service/customer"
                value={{ id: customer.id, label: customer.name }}
                toOption={({ id, name }) => ({ id, label: name })}
                onChange={(next) => next && setCustomer({ id: next.id, name: next.label })}
                clearable={false}
              />
            )}
          </Field>
        )}
        <section className="space-y-2">
          <h3 className="font-medium text-base">{t("stepTemplate")}</h3>
          <p className="text-pretty text-muted-foreground text-sm">{t("templateHint")}</p>
          <a href={templateUrl(kind, locale)} download className={buttonVariants()}>
            <Download aria-hidden="true" />
            {t("template")}
          </a>
        </section>
        <section className="space-y-2">
          <h3 className="font-medium text-base">{t("stepFile")}</h3>
          <DropArea file={file} isBad={problem !== null} isDisabled={isSending} onTake={take} />
          <p className="text-muted-foreground text-sm">
            {t("limits", { megabytes: MAXIMUM_MEGABYTES, rows: MAXIMUM_ROWS })}
          </p>
          {problem && <Alert tone="critical">{problem}</Alert>}
        </section>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t("close")}</Button>
        <Button
          variant="primary"
          disabled={!isReady}
          loading={isSending}
          onClick={() => file && onSend({ file, customerId: isManyCustomers ? customer.id : null })}
        >
          {t("start")}
        </Button>
      </DialogFooter>
    </>
  );
}

/** What keeps a file from being taken, in words. */
function useFailureText() {
  const t = useTranslations("error");
  return (failure: Error | { rule: string; limit?: number }): string => {
    const issue = failure instanceof ServiceError ? failure.issues[0] : failure instanceof Error ? undefined : failure;
    if (issue && t.has(`rule.${issue.rule}`)) return t(`rule.${issue.rule}`, { limit: issue.limit ?? 0, other: "" });
    return t(failure instanceof ServiceError ? failure.key : "INTERNAL");
  };
}

type DropAreaProps = {
  file: File | null;
  isBad: boolean;
  isDisabled: boolean;
  onTake: (file: File | undefined) => void;
};

/** A file is dropped here, or chosen by the button, which keyboards and fingers reach. */
function DropArea({ file, isBad, isDisabled, onTake }: DropAreaProps) {
  const t = useTranslations("device-import.dialog");
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(!isDisabled);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isDisabled) onTake(event.dataTransfer.files[0]);
  };
  return (
    <fieldset
      aria-label={t("stepFile")}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "flex flex-wrap items-center gap-3 rounded-md border border-dashed px-4 py-5",
        isOver ? "border-primary bg-primary-soft" : isBad ? "border-critical-line" : "border-border-strong bg-muted",
      )}
    >
      <FileSpreadsheet aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      <p className="min-w-0 flex-1 break-words text-sm">
        {file ? (
          <span className="font-medium">{file.name}</span>
        ) : (
          <span className="pointer-coarse:hidden">{t("drop")}</span>
        )}
      </p>
      <input
        ref={input}
        type="file"
        accept=".xlsx"
        hidden
        disabled={isDisabled}
        onChange={(event) => {
          onTake(event.target.files?.[0]);
          // The same file, corrected, can be chosen again.
          event.target.value = "";
        }}
      />
      <Button disabled={isDisabled} onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" />
        {t(file ? "other" : "choose")}
      </Button>
    </fieldset>
  );
}
