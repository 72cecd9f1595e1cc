"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { type RecordOption, RecordSelect } from "@/components/form/record-select";
import { ScanButton } from "@/components/form/scan-button";
import { findScannedCarrier } from "../lot.client";

type Place = { id: number; name: string; customerId: number; scenePath?: readonly string[] };

type CarrierFieldProps = {
  label: string;
  customerId?: number | undefined;
  /** By default, that it can be scanned. */
  hint?: string;
  value: RecordOption | null;
  /** `customerId` is that of the carrier. */
  onValue: (value: RecordOption | null, how: "hand" | "scan", customerId: number | undefined) => void;
  issue?: string | undefined;
  required?: boolean;
};

/** Selects a carrier by typing, or by scanning its code. */
export function CarrierField(props: CarrierFieldProps) {
  const { label, customerId, hint, value, onValue, issue, required = false } = props;
  const t = useTranslations("lot.place");
  const [unread, setUnread] = useState<string | null>(null);
  const take = async (text: string) => {
    const found = await findScannedCarrier(text);
    setUnread(found ? null : t("unknownCode"));
    if (found) onValue({ id: found.id, label: found.name }, "scan", found.customerId);
  };
  return (
    <Field label={label} hint={hint ?? t("scanHint")} issue={unread ?? issue} required={required}>
      {(control) => (
        <span className="flex items-start gap-2">
          <span className="min-w-0 flex-1">
            <RecordSelect<Place>
              control={control}
              name="carrierId"
              path="/service/carrier"
              params={{ customerId }}
              value={value}
              onChange={(next, place) => {
                setUnread(null);
                onValue(next, "hand", place?.customerId);
              }}
              toOption={({ id, name, scenePath }) => ({ id, label: name, hint: scenePath?.at(-1) })}
            />
          </span>
          <ScanButton label={label} onCode={(text) => void take(text)} />
        </span>
      )}
    </Field>
  );
}
