"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { FormGrid, FormSection } from "@/components/form/form-layout";
import { SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { SEVERITIES, type Severity } from "@/db/enums";
import { PlanList } from "../../trigger/components/plan-list";
import { rowDraft, rowInput } from "../../trigger/draft.rules";
import { connectionWatchQuery, saveConnectionWatch } from "../client";
import { type ConnectionWatchDto, ConnectionWatchInput } from "../schema";

type ConnectionFormProps = {
  customers: readonly { id: number; name: string }[];
  customerId: number;
  onClose: () => void;
};

/** Edits the connection watch (connection and power of devices) of one of the customers. */
export function ConnectionForm({ customers, customerId, onClose }: ConnectionFormProps) {
  const [owner, setOwner] = useState(customerId);
  const { data, isError } = useQuery(connectionWatchQuery(owner));
  // Each customer has a separate form, so that input for one is never saved for another.
  return <WatchForm key={data?.customerId ?? 0} {...{ data, isError, customers, owner, setOwner, onClose }} />;
}

type WatchFormProps = Omit<ConnectionFormProps, "customerId"> & {
  data: ConnectionWatchDto | undefined;
  isError: boolean;
  owner: number;
  setOwner: (id: number) => void;
};

function WatchForm({ data, isError, customers, owner, setOwner, onClose }: WatchFormProps) {
  const t = useTranslations("trigger");
  const [watch, setWatch] = useState(data);
  const [plan, setPlan] = useState(() => data?.plan.map(rowDraft) ?? []);
  const mark = useRef<HTMLSelectElement>(null);
  const form = useRecordForm({ schema: ConnectionWatchInput, send: saveConnectionWatch, onDone: onClose });
  const set = (change: Partial<ConnectionWatchDto>) => watch && setWatch({ ...watch, ...change });
  const severity = (name: "severity" | "gatewaySeverity" | "powerSeverity") =>
    watch && (
      <SelectField
        form={form}
        name={name}
        label={t(`connection.${name}`)}
        value={watch[name]}
        onChange={({ target }) => set({ [name]: target.value as Severity })}
        options={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
      />
    );
  return (
    <RecordDialog
      shape="sheet"
      onClose={onClose}
      title={t("connection.title")}
      description={t("connection.description")}
      onSubmit={() => {
        if (!watch) return;
        const { isEnabled, isPowerEnabled, severity, gatewaySeverity, powerSeverity } = watch;
        const severities = { severity, gatewaySeverity, powerSeverity };
        form.submit({ customerId: owner, isEnabled, isPowerEnabled, ...severities, plan: plan.map(rowInput) });
      }}
      pending={form.pending || !watch}
      error={form.error}
    >
      {/* The surrounding form confirms before closing with changes, but does not receive changes made by buttons. */}
      <select ref={mark} hidden aria-hidden="true" tabIndex={-1} />
      {customers.length > 1 && (
        <FormGrid className="mb-5">
          <SelectField
            form={form}
            name="customerId"
            label={t("field.customer")}
            value={owner}
            onChange={({ target }) => setOwner(Number(target.value))}
            options={customers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </FormGrid>
      )}
      {isError && <Alert tone="critical">{t("connection.failed")}</Alert>}
      {!watch && !isError && <Skeleton className="h-64" />}
      {watch && (
        <div>
          <FormSection title={t("connection.lost")}>
            <CheckboxField
              label={t("connection.isEnabled")}
              hint={t("connection.isEnabledHint")}
              checked={watch.isEnabled}
              onChange={({ target }) => set({ isEnabled: target.checked })}
            />
            {watch.isEnabled && (
              <FormGrid className="mt-3">
                {severity("gatewaySeverity")}
                {severity("severity")}
              </FormGrid>
            )}
          </FormSection>
          <FormSection title={t("connection.power")}>
            <CheckboxField
              label={t("connection.isPowerEnabled")}
              hint={t("connection.isPowerEnabledHint")}
              checked={watch.isPowerEnabled}
              onChange={({ target }) => set({ isPowerEnabled: target.checked })}
            />
            {watch.isPowerEnabled && <FormGrid className="mt-3">{severity("powerSeverity")}</FormGrid>}
          </FormSection>
          {!(watch.isEnabled && watch.isPowerEnabled) && (
            <Alert tone="warning" className="my-5">
              {t("connection.off")}
            </Alert>
          )}
          <FormSection title={t("connection.plan")} hint={t("connection.planHint")}>
            <PlanList
              form={form}
              customerId={owner}
              plan={plan}
              empty={t("connection.noPlan")}
              onChange={(rows) => {
                setPlan(rows);
                mark.current?.dispatchEvent(new Event("change", { bubbles: true }));
              }}
            />
          </FormSection>
        </div>
      )}
    </RecordDialog>
  );
}
