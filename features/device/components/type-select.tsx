import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Select } from "@/components/ui/select";

type TypeSelectProps = Omit<ComponentProps<typeof Select>, "value" | "onChange"> & {
  types: readonly { code: string; name: string }[];
  value: string;
  onType: (code: string) => void;
  /** The only type that can be chosen; none: any of them. */
  fixed?: string | undefined;
};

/** Selects the type of a device. */
export function TypeSelect({ types, value, onType, fixed, ...props }: TypeSelectProps) {
  const t = useTranslations("device.form");
  return (
    <Select {...props} value={value} onChange={(event) => onType(event.target.value)}>
      {value === "" && <option value="">{t("chooseType")}</option>}
      {types.map(({ code, name }) => (
        <option key={code} value={code} disabled={fixed !== undefined && code !== fixed}>
          {name}
        </option>
      ))}
    </Select>
  );
}
