"use client";

import { Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { DropArea } from "@/components/form/drop-area";
import { Field } from "@/components/form/field";
import { RecordSelect } from "@/components/form/record-select";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import type { DeviceKind } from "@/db/enums";
import { ServiceError } from "@/lib/http/call-service";
import type { NamedRecord } from "../../device.schema";
import { templateUrl } from "../import.client";
import { fileIssue, MAXIMUM_MEGABYTES, MAXIMUM_ROWS } from "../import.schema";

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

/** The first bytes distinguish an xlsx file from a file that is only named like one. */
const HEAD_BYTES = 4;

/** Download of the template, and upload of the file. */
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
          <DropArea
            words={{ label: t("stepFile"), drop: t("drop"), choose: t("choose"), other: t("other") }}
            accept={[".xlsx"]}
            file={file}
            isBad={problem !== null}
            isDisabled={isSending}
            onTake={take}
          />
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

/** Text for why a file was not accepted. */
function useFailureText() {
  const t = useTranslations("error");
  return (failure: Error | { rule: string; limit?: number }): string => {
    const issue = failure instanceof ServiceError ? failure.issues[0] : failure instanceof Error ? undefined : failure;
    if (issue && t.has(`rule.${issue.rule}`)) return t(`rule.${issue.rule}`, { limit: issue.limit ?? 0, other: "" });
    return t(failure instanceof ServiceError ? failure.key : "INTERNAL");
  };
}
