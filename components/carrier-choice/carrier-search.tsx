"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { CARRIER_TYPES } from "@/db/enums";

type Wanted = { q: string; type: string };

type CarrierSearchProps<W extends Wanted> = {
  wanted: W;
  onWant: (wanted: W) => void;
  /** A further field beside the type. */
  children?: ReactNode;
};

/** Filters carriers by name and type. */
export function CarrierSearch<W extends Wanted>({ wanted, onWant, children }: CarrierSearchProps<W>) {
  const t = useTranslations("common.carriers");
  const tType = useTranslations("carrier.type");
  return (
    <div className="grid grid-cols-2 gap-2 border-b px-5 py-3">
      <Input
        type="search"
        className={cn("max-sm:col-span-2", children && "col-span-2")}
        aria-label={t("search")}
        placeholder={t("search")}
        value={wanted.q}
        maxLength={100}
        onChange={(event) => onWant({ ...wanted, q: event.target.value })}
      />
      <Select
        className={cn(!children && "max-sm:col-span-2")}
        aria-label={t("type")}
        value={wanted.type}
        onChange={(event) => onWant({ ...wanted, type: event.target.value })}
      >
        <option value="">{t("anyType")}</option>
        {CARRIER_TYPES.map((type) => (
          <option key={type} value={type}>
            {tType(type)}
          </option>
        ))}
      </Select>
      {children}
    </div>
  );
}
