"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { showToast } from "@/components/ui/toast-store";
import type { CarrierType } from "@/db/enums";
import type { MapSettings } from "@/lib/geo/map-settings";
import { ServiceError } from "@/lib/http/call-service";
import type { NamedChoice } from "../choice/schema";
import { carrierQuery } from "../client";
import type { CarrierDto } from "../schema";
import { CarrierForm } from "./carrier-form";

export type CarrierSheetProps = {
  /** Null is a new one. */
  id: number | null;
  type: CarrierType;
  types: readonly NamedChoice[];
  map: MapSettings;
  onClose: () => void;
  onSaved: (carrier: CarrierDto) => void;
};

/** The form of a carrier, once it is there; one that is not there is told, and so is one of another type. */
export function CarrierSheet({ id, ...form }: CarrierSheetProps) {
  if (id === null) return <CarrierForm {...form} carrier={null} />;
  return <StoredCarrier id={id} {...form} />;
}

function StoredCarrier({ id, ...form }: CarrierSheetProps & { id: number }) {
  const t = useTranslations("error");
  const { data, error } = useQuery({ ...carrierQuery(id), retry: false });
  const { type, onClose } = form;
  const isOther = data !== undefined && data.type !== type;
  const failed = error ? (error instanceof ServiceError ? error.key : "INTERNAL") : isOther ? "NOT_FOUND" : null;
  const giveUp = useEffectEvent((why: NonNullable<typeof failed>) => {
    showToast("critical", t(why));
    onClose();
  });
  useEffect(() => {
    if (failed !== null) giveUp(failed);
  }, [failed]);
  if (failed !== null) return null;
  return <CarrierForm key={data ? "there" : "waiting"} {...form} carrier={data} />;
}
