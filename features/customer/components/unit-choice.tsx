"use client";

import { useTranslations } from "next-intl";
import { useRefresh } from "@/components/data-table/use-refresh";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast-store";
import { TEMPERATURE_UNITS, type TemperatureUnit } from "@/db/enums";
import { useTemperatureUnit } from "../customer.client";
import type { CustomerRowDto } from "../customer.schema";

/** Chooses the unit of temperature, which a customer's own administrator may. Takes effect at once. */
export function UnitChoice({ customer: { id, version, temperatureUnit } }: { customer: CustomerRowDto }) {
  const t = useTranslations("customer");
  const tError = useTranslations("error");
  const refresh = useRefresh();
  const choice = useTemperatureUnit();
  const choose = (unit: TemperatureUnit) =>
    choice.mutate(
      { id, version, temperatureUnit: unit },
      {
        onSuccess: () => {
          showToast("normal", t("form.saved"));
          // The page is rendered anew, in the other unit if it is the account's own customer.
          refresh();
        },
        onError: (error) => showToast("critical", tError(error.key), error.requestId),
      },
    );
  return (
    <Select
      aria-label={t("field.temperatureUnit")}
      value={temperatureUnit}
      disabled={choice.isPending}
      onChange={({ target }) => choose(target.value as TemperatureUnit)}
      className="max-w-52"
    >
      {TEMPERATURE_UNITS.map((unit) => (
        <option key={unit} value={unit}>
          {t(`temperatureUnit.${unit}`)}
        </option>
      ))}
    </Select>
  );
}
