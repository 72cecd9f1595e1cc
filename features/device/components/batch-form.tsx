"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { BatchRefusal } from "@/components/form/batch-refusal";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, FormSection, spanBoth } from "@/components/form/form-layout";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { DeviceKind } from "@/db/enums";
import { DeviceBatchEdit } from "../batch.schema";
import { editDevices, settingsIn } from "../device.client";
import { settingsOf } from "../device.rules";
import type { DeviceDto } from "../device.schema";
import { GatewaySelect } from "./criteria";
import { SceneSelect } from "./scene-select";
import { SettingFields } from "./setting-fields";

type BatchFormProps = {
  kind: DeviceKind;
  devices: readonly DeviceDto[];
  types: readonly { code: string; name: string }[];
  hasGateways: boolean;
  onClose: () => void;
  onDone: () => void;
};

const text = (form: FormData, name: string) => String(form.get(name) ?? "").trim() || undefined;

/** Value of a place field: the chosen id, null if "none" is ticked, undefined (unchanged) otherwise. */
const placeIn = (form: FormData, name: string, none: string) => (form.has(none) ? null : text(form, name));

/** Applies the same change to several devices. Empty fields are unchanged. */
export function BatchForm({ kind, devices, hasGateways, onClose, onDone }: BatchFormProps) {
  const t = useTranslations("device");
  const [first] = devices as [DeviceDto, ...DeviceDto[]];
  const [without, setWithout] = useState<{ scene: boolean; gateway: boolean }>({ scene: false, gateway: false });
  const form = useRecordForm({
    schema: DeviceBatchEdit,
    send: (values) => editDevices(values),
    onDone,
  });
  const valuesOf = (data: FormData) => {
    const settings = settingsIn(data, settingsOf(kind, first.typeCode));
    return {
      ids: devices.map(({ id }) => id),
      changes: {
        sceneId: placeIn(data, "sceneId", "noScene"),
        gatewayId: placeIn(data, "gatewayId", "noGateway"),
        reportIntervalSeconds: text(data, "reportIntervalSeconds"),
        description: text(data, "description"),
        ...(Object.keys(settings).length > 0 && { settings }),
      },
    };
  };
  const barred = form.issues.find(({ path }) => path.startsWith("ids"));
  const isEmpty = form.issues.some(({ path }) => path === "changes");
  const issue = (name: string) => form.issue(`changes.${name}`);
  const count = devices.length;
  return (
    <RecordDialog
      open
      onClose={onClose}
      shape="sheet"
      title={t("batch.title", { count })}
      description={t("batch.hint")}
      submitLabel={t("batch.apply", { count })}
      onSubmit={(data) => form.submit(valuesOf(data))}
      pending={form.pending}
      error={barred || isEmpty ? undefined : form.error}
    >
      {(barred || isEmpty) && (
        // Scrolled into view for users who have scrolled down to the parameters.
        <div key={form.issues[0]?.path} ref={(node) => node?.scrollIntoView({ block: "center" })} className="mb-4">
          <Alert tone="critical">
            <BatchRefusal error={{ key: "INVALID", issues: form.issues }} nameOf={(index) => devices[index]?.name} />
          </Alert>
        </div>
      )}
      <FormSection title={t("form.place")}>
        <FormGrid>
          <Field label={t("field.sceneId")} issue={issue("sceneId")} className={spanBoth}>
            {(control) => (
              <SceneSelect
                control={control}
                of={{ customerId: first.customerId }}
                chosen={null}
                disabled={without.scene}
                placeholder={t("batch.keep")}
              />
            )}
          </Field>
          <CheckboxField
            name="noScene"
            label={t("batch.clearScene")}
            className={spanBoth}
            checked={without.scene}
            onChange={(event) => setWithout({ ...without, scene: event.target.checked })}
          />
          {kind !== "gateway" && hasGateways && (
            <>
              <Field label={t("field.gatewayId")} issue={issue("gatewayId")} className={spanBoth}>
                {(control) => (
                  <GatewaySelect
                    control={control}
                    customerId={first.customerId}
                    chosen={null}
                    disabled={without.gateway}
                    placeholder={t("batch.keep")}
                  />
                )}
              </Field>
              <CheckboxField
                name="noGateway"
                label={t("batch.clearGateway")}
                className={spanBoth}
                checked={without.gateway}
                onChange={(event) => setWithout({ ...without, gateway: event.target.checked })}
              />
            </>
          )}
          <Field label={t("field.reportIntervalSeconds")} issue={issue("reportIntervalSeconds")}>
            {(control) => (
              <Input
                {...control}
                name="reportIntervalSeconds"
                inputMode="numeric"
                autoComplete="off"
                placeholder={t("batch.keep")}
              />
            )}
          </Field>
          <Field label={t("field.description")} issue={issue("description")} className={spanBoth}>
            {(control) => <Textarea {...control} name="description" maxLength={250} placeholder={t("batch.keep")} />}
          </Field>
        </FormGrid>
      </FormSection>
      <FormSection title={t("form.parameters")} hint={t("form.parametersHint")}>
        <SettingFields
          kind={kind}
          typeCode={first.typeCode}
          settings={{}}
          isKnown
          issue={(path) => form.issue(`changes.${path}`)}
          placeholder={t("batch.keep")}
        />
      </FormSection>
    </RecordDialog>
  );
}
