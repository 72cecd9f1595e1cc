"use client";

import { useTranslations } from "next-intl";
import { useId, useMemo, useState } from "react";
import { formatOffset } from "@/lib/datetime/format";
import type { ControlProps } from "./field";
import { MultiSelect, type SelectOption } from "./multi-select";
import { isMatch, zoneLabel, zonesWith } from "./time-zones";

type TimeZoneSelectProps = {
  control: Partial<ControlProps>;
  name: string;
  /** An IANA name. */
  defaultValue: string;
  /** Epoch ms, at which the offsets are those shown. */
  now: number;
  onChange?: (zone: string) => void;
};

/** A time zone by its IANA name, with its UTC offset, found by typing. */
export function TimeZoneSelect({ control, name, defaultValue, now, onChange }: TimeZoneSelectProps) {
  const t = useTranslations("common.choose");
  const ownId = useId();
  const [zone, setZone] = useState(defaultValue);
  const [query, setQuery] = useState("");
  const [isAsked, setAsked] = useState(false);
  // Some hundred zones with their offsets are worked out only for whoever looks for another one.
  const zones = useMemo(
    () =>
      isAsked ? zonesWith(defaultValue).map((one) => ({ zone: one, offset: formatOffset(new Date(now), one) })) : [],
    [isAsked, defaultValue, now],
  );
  const optionOf = (value: string, offset: string): SelectOption => ({
    value,
    label: `${zoneLabel(value)} · ${offset}`,
  });
  return (
    <MultiSelect
      control={{ id: ownId, ...control }}
      name={name}
      single
      fixed
      value={[optionOf(zone, formatOffset(new Date(now), zone))]}
      onChange={([next]) => {
        if (!next) return;
        setZone(next.value);
        onChange?.(next.value);
      }}
      options={zones.filter((one) => isMatch(one.zone, one.offset, query)).map((one) => optionOf(one.zone, one.offset))}
      query={query}
      onQuery={setQuery}
      onFocus={() => setAsked(true)}
      texts={{
        placeholder: t("placeholder"),
        none: t("none"),
        remove: (label) => t("remove", { name: label }),
      }}
    />
  );
}
