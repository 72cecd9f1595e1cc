"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { ACTIVATION_STATUSES } from "@/db/enums";
import type { UserDto } from "../user.schema";

type PersonFieldsProps = {
  user: UserDto | undefined;
  issue: (path: string) => string | undefined;
  /** Users cannot cancel their own account. */
  isSelf: boolean;
};

const GENDERS = ["", "1", "0"] as const;

/** Person, addresses and status of an account. */
export function PersonFields({ user, issue, isSelf }: PersonFieldsProps) {
  const t = useTranslations("user");
  const label = (name: string) => ({ label: t(`field.${name}`), issue: issue(name) });
  return (
    <FormGrid>
      <Field {...label("name")} required>
        {(control) => <Input {...control} name="name" autoComplete="off" defaultValue={user?.name} />}
      </Field>
      <Field {...label("username")} hint={t("form.usernameHint")} required>
        {(control) => (
          <Input
            {...control}
            name="username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={user?.username}
          />
        )}
      </Field>
      <Field {...label("mobile")} required>
        {(control) => <Input {...control} name="mobile" type="tel" autoComplete="off" defaultValue={user?.mobile} />}
      </Field>
      <Field {...label("email")}>
        {(control) => <Input {...control} name="email" type="email" autoComplete="off" defaultValue={user?.email} />}
      </Field>
      <Field {...label("gender")}>
        {(control) => (
          <Select {...control} name="gender" defaultValue={user?.gender == null ? "" : String(user.gender)}>
            {GENDERS.map((value) => (
              <option key={value} value={value}>
                {t(`gender.${value === "" ? "none" : value}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field {...label("status")} hint={isSelf ? undefined : t("form.statusHint")} required>
        {(control) => (
          <Select {...control} name="status" defaultValue={user?.status ?? "active"}>
            {ACTIVATION_STATUSES.map((value) => (
              <option key={value} value={value} disabled={isSelf && value === "cancelled"}>
                {t(`status.${value}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field {...label("remarks")} className={spanBoth}>
        {(control) => <Textarea {...control} name="remarks" maxLength={250} defaultValue={user?.remarks} />}
      </Field>
    </FormGrid>
  );
}
