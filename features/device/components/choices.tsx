"use client";

import { RecordSelect } from "@/components/form/record-select";
import type { DeviceDto, NamedRecord } from "../device.schema";

type SelectProps = {
  control: NonNullable<Parameters<typeof RecordSelect>[0]["control"]>;
  customerId: number | undefined;
  value?: NamedRecord | null;
};

type Place = NamedRecord & { scenePath: readonly string[] };

/** Selects a carrier of the customer; each is shown with its node. */
export function CarrierSelect({ control, customerId, value = null }: SelectProps) {
  return (
    <RecordSelect<Place>
      control={control}
      name="carrierId"
      path="/service/carrier"
      params={{ customerId }}
      value={value && { id: value.id, label: value.name }}
      toOption={({ id, name, scenePath }) => ({ id, label: name, hint: scenePath.at(-1) })}
    />
  );
}

/** Selects an unmounted sensor of the customer. */
export function SensorSelect({ control, customerId, value = null }: SelectProps) {
  return (
    <RecordSelect<Pick<DeviceDto, "id" | "name" | "serialNumber">>
      control={control}
      name="sensorId"
      path="/service/device"
      params={{ kind: "sensor", isMounted: false, customerId }}
      value={value && { id: value.id, label: value.name }}
      toOption={({ id, name, serialNumber }) => ({
        id,
        label: name,
        hint: name === serialNumber ? undefined : serialNumber,
      })}
    />
  );
}
