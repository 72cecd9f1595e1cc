"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormGrid, FormSection, spanBoth } from "@/components/form/form-layout";
import { InputField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { LotPicker } from "@/features/lot/components/lot-picker";
import { fromLocalInput } from "@/lib/datetime/zone";
import type { MapSettings } from "@/lib/geo/map-settings";
import { typedNumber } from "@/lib/units/limits";
import { draftsOf, raised, type StopDraft, withoutStop, withStop } from "../stop-draft.rules";
import { saveTransport } from "../transport.client";
import { fixedStopsOf } from "../transport.rules";
import {
  NUMBER_LENGTH,
  PRECOOLING,
  STOPS,
  TransportCreate,
  type TransportDto,
  type TransportLotDto,
  TransportUpdate,
} from "../transport.schema";
import { PastStop, StopFields, type StopRole } from "./stop-fields";

type TransportFormProps = RecordFormProps<TransportDto> & {
  mayFence: boolean;
  mayLot: boolean;
  map: MapSettings;
  timeZone: string;
};

/** The values of a stop as the schema takes them. */
function valuesOf(
  { name, geofence, carrier }: StopDraft,
  place: number,
  isLast: boolean,
  data: FormData,
  zone: string,
) {
  const text = (field: string) => data.get(`stops.${place}.${field}`);
  const instant = (field: string) => fromLocalInput(String(text(field) ?? ""), zone)?.toISOString() ?? null;
  return {
    name,
    geofenceId: geofence?.id ?? null,
    longitude: typedNumber(text("longitude")),
    latitude: typedNumber(text("latitude")),
    plannedArriveAt: instant("plannedArriveAt"),
    plannedDepartAt: instant("plannedDepartAt"),
    carrierId: isLast ? null : (carrier?.id ?? null),
  };
}

/** A stop that has happened, which the server leaves as it is; also one whose name nobody has entered. */
function fixedValuesOf({ saved, carrier }: StopDraft, isLast: boolean) {
  const instant = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString());
  return {
    name: saved?.name || "–",
    geofenceId: saved?.geofenceId ?? null,
    longitude: saved?.longitude ?? null,
    latitude: saved?.latitude ?? null,
    plannedArriveAt: instant(saved?.plannedArriveAt),
    plannedDepartAt: instant(saved?.plannedDepartAt),
    carrierId: isLast ? null : (carrier?.id ?? null),
  };
}

/** The form of a transport: its stops, its lots, and whom it concerns. */
export function TransportForm(props: TransportFormProps) {
  const { record, mayFence, mayLot, map, timeZone, onClose, onSaved } = props;
  const t = useTranslations("transport");
  const [initial] = useState(() => draftsOf(record?.stops, t("hidden")));
  const [stops, setStops] = useState(initial);
  const [initialLots] = useState(record?.lots ?? []);
  const [lots, setLots] = useState<readonly TransportLotDto[]>(initialLots);
  const [customerId, setCustomerId] = useState(record?.customerId);
  const [now] = useState(Date.now);
  const form = useRecordForm({
    schema: record ? TransportUpdate : TransportCreate,
    record,
    send: (values) => saveTransport(record?.id ?? null, values),
    onDone: ({ alsoPlanned, ...saved }) => {
      if (alsoPlanned.length > 0) showToast("warning", t("form.alsoPlanned", { numbers: alsoPlanned.join(", ") }));
      onSaved(saved);
    },
  });
  const fixed = record ? fixedStopsOf(record) : 0;
  const isLoaded = record !== null && record.loadedAt !== null;
  const last = stops.length - 1;
  const roleOf = (place: number): StopRole => (place === 0 ? "origin" : place === last ? "destination" : "via");
  const submit = (data: FormData) =>
    void form.submit({
      ...(record && { id: record.id }),
      ...{ number: data.get("number"), reference: data.get("reference") || null, note: data.get("note") },
      ...{ consignor: data.get("consignor"), consignee: data.get("consignee") },
      consignorEmail: data.get("consignorEmail"),
      consigneeContact: data.get("consigneeContact"),
      precoolingMinutes: isLoaded ? record.precoolingMinutes : (typedNumber(data.get("precoolingMinutes")) ?? 0),
      stops: stops.map((stop, place) =>
        place < fixed ? fixedValuesOf(stop, place === last) : valuesOf(stop, place, place === last, data, timeZone),
      ),
      lotIds: lots.map(({ id }) => id),
    });
  const change = (place: number, next: Partial<StopDraft>, owner?: number) => {
    setStops((known) => known.map((one, index) => (index === place ? { ...one, ...next } : one)));
    if (place === 0 && next.carrier !== undefined && !record) setCustomerId(owner);
  };
  const field = (name: string) => ({ form, name, label: t(`field.${name}`) });
  return (
    <RecordDialog
      shape="sheet"
      title={record ? t("edit", { number: record.number }) : t("new")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
      isChanged={stops !== initial || lots !== initialLots}
    >
      <FormSection title={t("form.route")} hint={t("form.routeHint")}>
        <div className="flex flex-col gap-3">
          {stops.map((stop, place) =>
            place < fixed ? (
              <PastStop
                key={stop.key}
                role={roleOf(place)}
                issue={form.issue(`stops.${place}`)}
                {...{ stop, place, timeZone, now }}
              />
            ) : (
              <StopFields
                key={stop.key}
                role={roleOf(place)}
                onChange={(next, owner) => change(place, next, owner)}
                onRaise={place > fixed ? () => setStops(raised(stops, place)) : undefined}
                onRemove={stops.length > STOPS.minimum ? () => setStops(withoutStop(stops, place)) : undefined}
                {...{ stop, place, form, map, mayFence, customerId, timeZone }}
              />
            ),
          )}
          {stops.length < STOPS.maximum && fixed <= last && (
            <Button className="self-start" onClick={() => setStops(withStop(stops))}>
              <Plus aria-hidden="true" />
              {t("form.addStop")}
            </Button>
          )}
        </div>
      </FormSection>
      <FormSection title={t("form.goods")}>
        <div className="flex flex-col gap-4">
          {mayLot && <LotPicker customerId={customerId} value={lots} onChange={setLots} issue={form.issue("lotIds")} />}
          {!isLoaded && (
            <InputField
              {...field("precoolingMinutes")}
              hint={t("form.precoolingHint")}
              inputMode="numeric"
              className="sm:w-60"
              defaultValue={record?.precoolingMinutes ?? PRECOOLING.default}
            />
          )}
        </div>
      </FormSection>
      <FormSection title={t("form.parties")}>
        <FormGrid>
          <InputField {...field("consignor")} maxLength={100} defaultValue={record?.consignor} />
          <InputField
            {...field("consignorEmail")}
            hint={t("form.emailHint")}
            type="email"
            maxLength={100}
            defaultValue={record?.consignorEmail}
          />
          <InputField {...field("consignee")} maxLength={100} defaultValue={record?.consignee} />
          <InputField
            {...field("consigneeContact")}
            hint={t("form.contactHint")}
            maxLength={100}
            defaultValue={record?.consigneeContact}
          />
        </FormGrid>
      </FormSection>
      <FormSection title={t("form.record")}>
        <FormGrid>
          <InputField
            {...field("number")}
            {...(record ? { required: true } : { placeholder: t("form.numberHint") })}
            maxLength={NUMBER_LENGTH}
            defaultValue={record?.number}
          />
          <InputField
            {...field("reference")}
            hint={t("form.referenceHint")}
            maxLength={NUMBER_LENGTH}
            defaultValue={record?.reference ?? ""}
          />
          <InputField {...field("note")} maxLength={250} className={spanBoth} defaultValue={record?.note} />
        </FormGrid>
      </FormSection>
    </RecordDialog>
  );
}
