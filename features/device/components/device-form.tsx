"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormSection } from "@/components/form/form-layout";
import { focusFirstInvalid } from "@/components/form/issues";
import { useRecordForm } from "@/components/form/use-record-form";
import type { DeviceKind } from "@/db/enums";
import { KNOWN_FIELDS, type KnownFields } from "@/lib/page/device-window";
import { deviceKeys, newValuesOf, saveDevice, valuesOf } from "../device.client";
import { DEVICE_INPUT, type DeviceDto, type NamedRecord, newDeviceInput } from "../device.schema";
import { BasicFields } from "./basic-fields";
import { PlaceFields } from "./place-fields";
import type { Rights } from "./row-actions";
import { SettingFields } from "./setting-fields";

export type DeviceFormProps = {
  kind: DeviceKind;
  /** The device to edit; null to create one. */
  device: DeviceDto | null;
  types: readonly { code: string; name: string }[];
  home: NamedRecord;
  isManyCustomers: boolean;
  isBound: boolean;
  rights: Rights;
  onClose: () => void;
  onSaved: (device: DeviceDto) => void;
};

/** Sheet in which a device is created or edited. */
export function DeviceForm(props: DeviceFormProps) {
  const { kind, device, types, home, isManyCustomers, isBound, rights, onClose, onSaved } = props;
  const t = useTranslations("device");
  const client = useQueryClient();
  const address = useSearchParams();
  const known: KnownFields = device
    ? {}
    : Object.fromEntries(KNOWN_FIELDS.flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : [])));
  const fields = useRef<HTMLDivElement>(null);
  const [typeCode, setTypeCode] = useState(
    device?.typeCode ?? types.find(({ code }) => types.length === 1 || code === known.type)?.code ?? "",
  );
  const choosesCustomer = !device && isManyCustomers && rights.customers;
  const [customer, setCustomer] = useState<NamedRecord | null>(
    device
      ? { id: device.customerId, name: device.customerName }
      : choosesCustomer && known.customer && known.customerName
        ? { id: Number(known.customer), name: known.customerName }
        : home,
  );
  const form = useRecordForm({
    schema: device ? DEVICE_INPUT[kind] : newDeviceInput(kind),
    record: device,
    send: (values) => saveDevice(kind, device?.id ?? null, values),
    onDone: (saved) => {
      void client.invalidateQueries({ queryKey: deviceKeys.all });
      onSaved(saved);
    },
  });
  useEffect(() => {
    if (form.issues.length > 0 && fields.current) focusFirstInvalid(fields.current);
  }, [form.issues]);
  const { error } = form;
  useEffect(() => {
    // Issues of the device as a whole are shown above the first field.
    if (typeof error === "string") fields.current?.closest("form")?.parentElement?.scrollTo({ top: 0 });
  }, [error]);
  return (
    <RecordDialog
      open
      onClose={onClose}
      shape="sheet"
      title={device ? device.name : t(`create.${kind}`)}
      description={device ? `${device.serialNumber} · ${device.typeName}` : undefined}
      submitLabel={t(device ? "form.save" : "form.create")}
      onSubmit={(values) => form.submit(device ? valuesOf(values, kind) : newValuesOf(values, kind))}
      pending={form.pending}
      error={error}
    >
      <div ref={fields}>
        <FormSection title={t("form.basics")}>
          <BasicFields
            kind={kind}
            device={device}
            types={types}
            typeCode={typeCode}
            onType={setTypeCode}
            issue={form.issue}
            known={known}
          />
        </FormSection>
        <FormSection title={t("form.place")}>
          <PlaceFields
            kind={kind}
            typeCode={typeCode}
            device={device}
            customer={customer}
            onCustomer={choosesCustomer ? setCustomer : undefined}
            isBound={isBound}
            hasGateways={rights.gateways}
            mounting={
              !device && rights.mount
                ? {
                    carrier:
                      known.carrier && known.carrierName
                        ? { id: Number(known.carrier), name: known.carrierName }
                        : null,
                  }
                : undefined
            }
            issue={form.issue}
          />
        </FormSection>
        {typeCode !== "" && (
          <FormSection title={t("form.parameters")} hint={t("form.parametersHint")}>
            <SettingFields
              key={typeCode}
              kind={kind}
              typeCode={typeCode}
              settings={device?.settings ?? {}}
              isKnown={device !== null}
              issue={form.issue}
            />
          </FormSection>
        )}
      </div>
    </RecordDialog>
  );
}
