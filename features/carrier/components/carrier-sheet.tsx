"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { carrierQuery } from "../carrier.client";
import { CarrierForm, type CarrierSheetProps } from "./carrier-form";

/** Loads a carrier and shows its form. Shows an error if the carrier does not exist or has another type. */
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
