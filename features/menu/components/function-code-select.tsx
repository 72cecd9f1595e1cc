"use client";

import { useTranslations } from "next-intl";
import type { ControlProps } from "@/components/form/field";
import { Select } from "@/components/ui/select";
import { PERMISSION_GROUPS } from "@/lib/auth/permission-catalogue";
import { PERMISSION_ENTRIES } from "@/lib/auth/permissions";

/** The codes of the permission catalogue by group, with their descriptions. */
export function FunctionCodeSelect({ control, defaultValue }: { control: ControlProps; defaultValue: string }) {
  const t = useTranslations("menu.form");
  const tPermission = useTranslations("permission");
  return (
    <Select {...control} name="functionCode" defaultValue={defaultValue}>
      <option value="">{t("functionCodeNone")}</option>
      {PERMISSION_GROUPS.map((group) => (
        <optgroup key={group} label={tPermission(`group.${group}`)}>
          {PERMISSION_ENTRIES.filter((entry) => entry.group === group && !entry.isFamily).map(
            ({ code, label, action }) => (
              <option key={code} value={code}>
                {tPermission("name", {
                  subject: tPermission(`subject.${label}`),
                  action: tPermission(`action.${action}`),
                })}
                {` (${code})`}
              </option>
            ),
          )}
        </optgroup>
      ))}
    </Select>
  );
}
