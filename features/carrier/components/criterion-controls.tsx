"use client";

import { useTranslations } from "next-intl";
import { RecordSelect } from "@/components/form/record-select";
import type { GatewayChoiceDto, NamedChoice, TriggerChoiceDto } from "../choice.schema";
import { PlaceSelect } from "./place-select";

/** Selects the node to filter by. */
export function PlaceControl({ value }: { value: string | undefined }) {
  const label = useTranslations("carrier.filter")("sceneId");
  return (
    <PlaceSelect
      control={{ id: "criterion-scene", "aria-label": label }}
      label={label}
      name="sceneId"
      value={value ? Number(value) : null}
      of="all"
      clearable
    />
  );
}

const optionOf = (chosen: NamedChoice | null) => chosen && { id: chosen.id, label: chosen.name };

/** Selects the trigger to filter by. */
export function TriggerControl({ chosen }: { chosen: NamedChoice | null }) {
  const label = useTranslations("carrier.filter")("alarmTriggerId");
  return (
    <RecordSelect<TriggerChoiceDto>
      aria-label={label}
      name="alarmTriggerId"
      path="/service/alarmTrigger/choice"
      value={optionOf(chosen)}
      toOption={({ id, name }) => ({ id, label: name })}
    />
  );
}

/** Selects the gateway to filter by. */
export function GatewayControl({ chosen }: { chosen: NamedChoice | null }) {
  const label = useTranslations("carrier.filter")("gatewayId");
  return (
    <RecordSelect<GatewayChoiceDto>
      aria-label={label}
      name="gatewayId"
      path="/service/carrier/gatewayChoice"
      value={optionOf(chosen)}
      toOption={({ id, name, mac }) => ({ id, label: name, hint: mac ?? undefined })}
    />
  );
}
