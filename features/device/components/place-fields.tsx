"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { RecordSelect } from "@/components/form/record-select";
import type { DeviceKind } from "@/db/enums";
import { quotaQuery } from "../device.client";
import { technologyOf } from "../device.rules";
import type { DeviceDto, NamedRecord } from "../device.schema";
import { CarrierSelect } from "./choices";
import { GatewaySelect } from "./criteria";
import { SceneSelect } from "./scene-select";

type PlaceFieldsProps = {
  kind: DeviceKind;
  typeCode: string;
  device: DeviceDto | null;
  customer: NamedRecord | null;
  /** Present if a customer may be chosen. */
  onCustomer: ((customer: NamedRecord | null) => void) | undefined;
  /** Accounts bound to nodes must choose one of them. */
  isBound: boolean;
  hasGateways: boolean;
  /** Offers to mount a new device at once; `carrier` is the one that is already known. */
  mounting?: { carrier: NamedRecord | null } | undefined;
  issue: (path: string) => string | undefined;
};

/** Customer, node and gateway of a device. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { kind, typeCode, device, customer, onCustomer, isBound, hasGateways, mounting, issue } = props;
  const t = useTranslations("device");
  const label = (name: string) => ({ label: t(`field.${name}`), issue: issue(name) });
  const isMounted = device !== null && device.carriers.length > 0;
  return (
    <FormGrid>
      {onCustomer ? (
        <Field {...label("customerId")} className={spanBoth} required>
          {(control) => (
            <RecordSelect<NamedRecord>
              control={control}
              name="customerId"
              path="/service/customer"
              value={customer && { id: customer.id, label: customer.name }}
              toOption={({ id, name }) => ({ id, label: name })}
              onChange={(next) => onCustomer(next && { id: next.id, name: next.label })}
              clearable={false}
            />
          )}
        </Field>
      ) : (
        <CustomerIssue text={issue("customerId")} />
      )}
      {customer && !device && <Quota customerId={customer.id} />}
      <Field
        {...label("sceneId")}
        hint={isMounted ? t("form.sceneMounted") : undefined}
        required={isBound}
        className={spanBoth}
      >
        {(control) => (
          <SceneSelect
            key={customer?.id ?? 0}
            control={control}
            of={customer ? { customerId: customer.id } : {}}
            chosen={device?.sceneId ?? null}
            disabled={isMounted}
            {...(!isBound && { placeholder: t("form.store") })}
          />
        )}
      </Field>
      {mounting && (
        <Field label={t("form.carrier")} hint={t("form.carrierHint")} issue={issue("carrierId")} className={spanBoth}>
          {(control) => (
            <CarrierSelect
              key={customer?.id ?? 0}
              control={control}
              customerId={customer?.id}
              value={mounting.carrier}
            />
          )}
        </Field>
      )}
      {kind !== "gateway" && hasGateways && (
        <Field
          {...label("gatewayId")}
          hint={t(technologyOf(typeCode) === "4g" ? "form.gatewayDirect" : "form.gatewayHint")}
          className={spanBoth}
        >
          {(control) => (
            <GatewaySelect
              key={customer?.id ?? 0}
              control={control}
              customerId={customer?.id}
              chosen={device?.gateway ?? null}
            />
          )}
        </Field>
      )}
    </FormGrid>
  );
}

/** Issue of the account's own customer, which has no field. */
function CustomerIssue({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className={`${spanBoth} text-critical text-sm`}>
      {text}
    </p>
  );
}

function Quota({ customerId }: { customerId: number }) {
  const t = useTranslations("device.form");
  const { data } = useQuery(quotaQuery(customerId));
  if (!data) return <p className={`${spanBoth} h-4`} />;
  const isFull = data.used >= data.limit;
  return (
    <p className={`${spanBoth} text-xs tabular-nums ${isFull ? "text-critical" : "text-muted-foreground"}`}>
      {isFull
        ? t("quotaFull", { limit: data.limit })
        : t("quota", { used: String(data.used), limit: String(data.limit) })}
    </p>
  );
}
