"use client";

import { useTranslations } from "next-intl";
import { RecordSelect } from "@/components/form/record-select";
import type { VisibleRef } from "@/lib/auth/visible-name";
import type { DeviceDto, NamedRecord } from "../device.schema";

type GatewaySelectProps = {
  control?: Parameters<typeof RecordSelect>[0]["control"];
  customerId?: number | undefined;
  chosen: VisibleRef | null;
  disabled?: boolean;
  placeholder?: string;
};

const option = ({ id, name, serialNumber }: Pick<DeviceDto, "id" | "name" | "serialNumber">) => ({
  id,
  label: name,
  hint: serialNumber,
});

/** Selects a visible gateway by name, serial number or MAC. */
export function GatewaySelect({ control, customerId, chosen, disabled = false, placeholder }: GatewaySelectProps) {
  const t = useTranslations("device.field");
  const unseen = useTranslations("common.unseen");
  return (
    <RecordSelect<DeviceDto>
      {...(control && { control })}
      {...(placeholder && { placeholder })}
      aria-label={t("gatewayId")}
      name="gatewayId"
      path="/service/gateway"
      params={{ customerId }}
      value={chosen && { id: chosen.id, label: chosen.name ?? unseen("gateway") }}
      toOption={option}
      disabled={disabled}
    />
  );
}

/** Filters the list by gateway. */
export function GatewayCriterion({ chosen }: { chosen: NamedRecord | null }) {
  const t = useTranslations("device.filter");
  return (
    <RecordSelect<DeviceDto>
      aria-label={t("gatewayId")}
      name="gatewayId"
      path="/service/gateway"
      placeholder={t("anyGateway")}
      value={chosen && { id: chosen.id, label: chosen.name }}
      toOption={option}
    />
  );
}
