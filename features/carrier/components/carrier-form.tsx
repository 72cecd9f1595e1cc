"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormSection } from "@/components/form/form-layout";
import { focusFirstInvalid } from "@/components/form/issues";
import { useRecordForm } from "@/components/form/use-record-form";
import { WaitingTitle } from "@/components/layout/waiting-title";
import { Skeleton } from "@/components/ui/skeleton";
import type { CarrierType } from "@/db/enums";
import type { MapSettings } from "@/lib/geo/map-settings";
import { saveRecord } from "@/lib/http/save-record";
import { CARRIER_PATH, carrierKeys, valuesOf } from "../carrier.client";
import { type CarrierDto, CarrierInput } from "../carrier.schema";
import type { NamedChoice } from "../choice.schema";
import { AttributeFields } from "./attribute-fields";
import { ExtensionFields } from "./extension-fields";
import { MonitoringFields } from "./monitoring-fields";
import { PlaceFields } from "./place-fields";

export type CarrierSheetProps = {
  /** Null for a new carrier. */
  id: number | null;
  type: CarrierType;
  types: readonly NamedChoice[];
  map: MapSettings;
  /** Whether the user may create a range, and an alarm trigger. */
  mayMakeRange: boolean;
  mayMakeTrigger?: boolean;
  onClose: () => void;
  onSaved: (carrier: CarrierDto) => void;
};

type CarrierFormProps = Omit<CarrierSheetProps, "id"> & {
  /** Null for a new carrier; undefined while loading. */
  carrier: CarrierDto | null | undefined;
};

/** The path of a carrier. Duplicates are dropped because a customer's top node often has the customer's name. */
const pathOf = ({ customerName, scenePath }: CarrierDto) => [...new Set([customerName, ...scenePath])].join(" / ");

/** The sheet that creates or edits a carrier. */
export function CarrierForm({ carrier, type, types, map, onClose, onSaved, ...may }: CarrierFormProps) {
  const t = useTranslations("carrier");
  const client = useQueryClient();
  const fields = useRef<HTMLDivElement>(null);
  const [customerId, setCustomerId] = useState(carrier?.customerId ?? null);
  const form = useRecordForm({
    schema: CarrierInput,
    record: carrier,
    send: (values) => saveRecord<CarrierDto>(CARRIER_PATH, carrier?.id ?? null, values),
    onDone: (saved) => {
      void client.invalidateQueries({ queryKey: carrierKeys.all });
      onSaved(saved);
    },
  });
  useEffect(() => {
    if (form.issues.length > 0 && fields.current) focusFirstInvalid(fields.current);
  }, [form.issues]);

  const typeName = t(`type.${type}`);
  const hint = carrier === null ? t("form.newHint") : undefined;
  return (
    <RecordDialog
      onClose={onClose}
      shape="sheet"
      title={carrier === null ? t(`list.create.${type}`) : (carrier?.name ?? <WaitingTitle />)}
      description={carrier ? pathOf(carrier) : hint}
      submitLabel={t(carrier === null ? "form.create" : "form.save")}
      onSubmit={(values) => carrier !== undefined && form.submit(valuesOf(values, type))}
      pending={form.pending}
      error={form.error}
    >
      {carrier === undefined ? (
        <Waiting />
      ) : (
        <div ref={fields}>
          <FormSection title={t("form.basics")}>
            <PlaceFields carrier={carrier} type={type} types={types} map={map} form={form} onCustomer={setCustomerId} />
          </FormSection>
          <FormSection title={t("form.own", { type: typeName })}>
            <AttributeFields type={type} values={carrier?.attributes ?? {}} form={form} />
          </FormSection>
          <FormSection title={t("form.monitoring")} hint={t("form.monitoringHint")}>
            <MonitoringFields
              key={customerId}
              carrier={carrier}
              customerId={customerId}
              mayMakeRange={may.mayMakeRange}
              mayMakeTrigger={may.mayMakeTrigger ?? false}
              form={form}
            />
          </FormSection>
          <FormSection title={t("form.extension")} hint={t("form.extensionHint")}>
            <ExtensionFields rows={carrier?.extension ?? []} form={form} />
          </FormSection>
        </div>
      )}
    </RecordDialog>
  );
}

function Waiting() {
  const t = useTranslations("common.table");
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  );
}
