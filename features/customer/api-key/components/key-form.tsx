"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field, RequiredMark } from "@/components/form/field";
import { useRecordForm } from "@/components/form/use-record-form";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ToneIcon } from "@/components/value/tone-icon";
import { isPermission, type Permission } from "@/lib/auth/permissions";
import { fromLocalInput, startOfDay, toLocalInput } from "@/lib/datetime/zone";
import { createApiKey } from "../client";
import { ApiKeyInput, type CreatedApiKeyDto } from "../schema";
import { CodeList, useCodeName } from "./code-list";

export type KeyFormProps = {
  codes: readonly Permission[];
  /** The customers to choose from; null for users who manage only one. */
  customers: readonly { id: number; name: string }[] | null;
  ownId: number;
  timeZone: string;
  now: number;
};

/** The last instant of a day in the zone; undefined for an invalid date. */
function endOf(day: string, timeZone: string): string | null | undefined {
  if (day === "") return null;
  const start = fromLocalInput(day, timeZone);
  return start ? new Date(startOfDay(start, timeZone, 1).getTime() - 1).toISOString() : undefined;
}

/** Creates a key: customer, expiry and codes. */
export function KeyForm(props: KeyFormProps & { onClose: () => void; onMade: (key: CreatedApiKeyDto) => void }) {
  const { codes, customers, ownId, timeZone, now, onClose, onMade } = props;
  const t = useTranslations("apiKey.form");
  const nameOf = useCodeName();
  const codesId = useId();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { submit, pending, issues, issue, error } = useRecordForm({
    schema: ApiKeyInput,
    send: createApiKey,
    onDone: onMade,
  });
  const named = issues.map(({ path }) => path.replace("codes.", "")).filter(isPermission);
  const codesIssue = issue("codes") && [issue("codes"), named.map(nameOf).join(", ")].filter(Boolean).join(" ");
  const onSubmit = (form: FormData) => {
    const customerId = form.get("customerId");
    submit({
      name: form.get("name"),
      codes: [...chosen],
      expiresAt: endOf(String(form.get("day") ?? ""), timeZone),
      ...(customerId !== null && { customerId: Number(customerId) }),
    });
  };
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={t("title")}
      description={t("hint")}
      shape="sheet"
      submitLabel={t("submit")}
      onSubmit={onSubmit}
      pending={pending}
      error={error}
    >
      <div className="flex flex-col gap-4">
        <Field label={t("name")} hint={t("nameHint")} issue={issue("name")} required>
          {(control) => <Input {...control} name="name" maxLength={60} autoComplete="off" />}
        </Field>
        {customers && (
          <Field label={t("customer")} issue={issue("customerId")} required>
            {(control) => (
              <Select {...control} name="customerId" defaultValue={ownId}>
                {customers.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label={t("expires")} hint={t("expiresHint")} issue={issue("expiresAt")}>
          {(control) => (
            <Input
              {...control}
              type="date"
              name="day"
              min={toLocalInput(new Date(now), timeZone).slice(0, 10)}
              className="sm:max-w-48"
            />
          )}
        </Field>
        <fieldset aria-describedby={`${codesId}-note`} className="min-w-0">
          <legend className="mb-1 font-medium text-sm">
            {t("codes")}
            <RequiredMark />
          </legend>
          <p
            id={`${codesId}-note`}
            className={cn(
              "mb-2 flex items-start gap-1 text-xs",
              codesIssue ? "text-critical" : "text-muted-foreground",
            )}
          >
            {codesIssue && <ToneIcon tone="critical" className="mt-px size-3.5" />}
            {codesIssue ?? t("codesHint")}
          </p>
          <div className={cn("rounded-md border p-2", codesIssue && "border-critical-solid")}>
            <CodeList codes={codes} value={chosen} onChange={setChosen} describedBy={`${codesId}-note`} />
          </div>
        </fieldset>
      </div>
    </RecordDialog>
  );
}
