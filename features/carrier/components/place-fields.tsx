"use client";

import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField, TextareaField } from "@/components/form/record-fields";
import { PositionFields } from "@/components/map/position-fields";
import { BEARING_TYPES, CARRIER_WORK_MODES } from "@/db/carrier-enums";
import type { CarrierType } from "@/db/enums";
import type { MapSettings } from "@/lib/geo/map-settings";
import { DESCRIPTION_LENGTH, NAME_LENGTH } from "../carrier.rules";
import { type CarrierDto, MODES } from "../carrier.schema";
import type { NamedChoice } from "../choice.schema";
import { PlaceSelect } from "./place-select";

type PlaceFieldsProps = {
  carrier: CarrierDto | null;
  type: CarrierType;
  types: readonly NamedChoice[];
  map: MapSettings;
  form: { issue: (path: string) => string | undefined };
  onCustomer: (customerId: number | null) => void;
};

/** Name, type and location of a carrier. */
export function PlaceFields({ carrier, type, types, map, form, onCustomer }: PlaceFieldsProps) {
  const t = useTranslations("carrier");
  const label = (name: string) => ({ form, name, label: t(`field.${name}`) });
  const isVehicle = type === "vehicle";
  // An existing carrier cannot change its customer; a new one belongs to the customer of the selected node.
  const of = carrier ? { customerId: carrier.customerId } : "all";
  return (
    <FormGrid>
      <InputField
        {...label("name")}
        hint={t("form.nameHint")}
        required
        autoComplete="off"
        maxLength={NAME_LENGTH}
        defaultValue={carrier?.name}
      />
      <Field label={t("field.sceneId")} issue={form.issue("sceneId")} required>
        {(control) => (
          <PlaceSelect
            control={control}
            label={t("field.sceneId")}
            name="sceneId"
            value={carrier?.sceneId ?? null}
            of={of}
            forCarriers
            onPlace={(place) => !carrier && onCustomer(place?.customerId ?? null)}
          />
        )}
      </Field>
      {types.length > 0 && (
        <SelectField
          {...label("carrierTypeId")}
          defaultValue={carrier?.carrierTypeId ?? ""}
          options={[
            { value: "", label: t(`type.${type}`) },
            ...types.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <SelectField
        {...label("mode")}
        defaultValue={carrier?.mode ?? (isVehicle ? "transport" : "storage")}
        options={MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
      />
      <SelectField
        {...label("workMode")}
        defaultValue={carrier?.workMode ?? "continuous"}
        options={CARRIER_WORK_MODES.map((value) => ({ value, label: t(`workMode.${value}`) }))}
      />
      <SelectField
        {...label("bearingType")}
        defaultValue={carrier?.bearingType ?? ""}
        options={[
          { value: "", label: t("form.noBearing") },
          ...BEARING_TYPES.map((value) => ({ value, label: t(`bearingType.${value}`) })),
        ]}
      />
      <PositionFields value={carrier} map={map} form={form} />
      <div className="flex flex-col gap-1 sm:col-span-2 sm:flex-row sm:gap-6">
        <CheckboxField
          name="isTraceable"
          label={t("field.isTraceable")}
          hint={t("form.traceableHint")}
          defaultChecked={carrier?.isTraceable ?? isVehicle}
        />
        <CheckboxField
          name="isGpsOn"
          label={t("field.isGpsOn")}
          hint={t("form.gpsHint")}
          defaultChecked={carrier?.isGpsOn ?? isVehicle}
        />
      </div>
      <TextareaField
        {...label("description")}
        className={spanBoth}
        rows={2}
        maxLength={DESCRIPTION_LENGTH}
        defaultValue={carrier?.description}
      />
    </FormGrid>
  );
}
