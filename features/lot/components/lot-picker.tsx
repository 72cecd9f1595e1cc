"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { Field } from "@/components/form/field";
import { MultiSelect } from "@/components/form/multi-select";
import { ScanButton } from "@/components/form/scan-button";
import { callService } from "@/lib/http/call-service";
import { findScanned, LOT_PATH } from "../lot.client";
import type { LotDto } from "../lot.schema";

export type ChosenLot = Pick<LotDto, "id" | "number" | "productName">;

type LotPickerProps = {
  /** The customer whose lots are offered. */
  customerId: number | undefined;
  value: readonly ChosenLot[];
  onChange: (value: readonly ChosenLot[]) => void;
  issue: string | undefined;
};

const OFFERED = 20;

/** Chooses lots by typing, or one after the other by scanning their numbers. */
export function LotPicker({ customerId, value, onChange, issue }: LotPickerProps) {
  const t = useTranslations("lot.choose");
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState(false);
  const [unread, setUnread] = useState<string | null>(null);
  const q = useDeferredValue(query.trim());
  const search = new URLSearchParams({ status: "active", iDisplayLength: String(OFFERED) });
  if (customerId !== undefined) search.set("customerId", String(customerId));
  if (q !== "") search.set("q", q);
  const { data, isFetching } = useQuery({
    queryKey: ["lot", "choice", search.toString()],
    queryFn: ({ signal }) => callService<{ items: LotDto[] }>(`${LOT_PATH}?${search}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled: asked,
  });
  const offered = data?.items ?? [];
  const known = new Map<string, ChosenLot>([...offered, ...value].map((lot) => [String(lot.id), lot]));
  const optionOf = ({ id, number, productName }: ChosenLot) => ({
    value: String(id),
    label: `${number} · ${productName}`,
  });
  const scan = async (text: string) => {
    const number = text.trim();
    const found = (await findScanned(number).catch(() => [])).filter(
      (lot) => customerId === undefined || lot.customerId === customerId,
    );
    const [only] = found;
    setUnread(only ? (found.length > 1 ? t("several", { number }) : null) : t("unknown", { number }));
    if (only && found.length === 1 && !value.some(({ id }) => id === only.id)) onChange([...value, only]);
  };
  return (
    <Field label={t("label")} hint={t("hint")} issue={unread ?? issue}>
      {(control) => (
        <span className="flex items-start gap-2">
          <span className="min-w-0 flex-1">
            <MultiSelect
              control={control}
              value={value.map(optionOf)}
              onChange={(next) => {
                setUnread(null);
                onChange(next.flatMap((option) => known.get(option.value) ?? []));
              }}
              options={offered.map(optionOf)}
              query={query}
              onQuery={setQuery}
              pending={isFetching}
              onFocus={() => setAsked(true)}
              texts={{ placeholder: t("placeholder"), none: t("none"), remove: (name) => t("remove", { name }) }}
            />
          </span>
          <ScanButton label={t("label")} onCode={(text) => void scan(text)} />
        </span>
      )}
    </Field>
  );
}
