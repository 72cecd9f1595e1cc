"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { Input } from "@/components/ui/input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Textarea } from "@/components/ui/textarea";
import { ACTIVATION_STATUSES } from "@/db/enums";
import type { UserDto } from "../schema";

type PersonFieldsProps = {
  user: UserDto | undefined;
  issue: (path: string) => string | undefined;
  /** Nobody cancels himself. */
  isSelf: boolean;
};

const GENDERS = ["1", "0", ""] as const;

/** Who it is, how to be reached, and whether the account works. */
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
      <div className="flex min-w-0 flex-col items-start gap-1">
        <span aria-hidden="true" className="font-medium text-sm">
          {t("field.gender")}
        </span>
        <SegmentedControl
          name="gender"
          label={t("field.gender")}
          defaultValue={user?.gender == null ? "" : `${user.gender}`}
          options={GENDERS.map((value) => ({ value, label: t(`gender.${value === "" ? "none" : value}`) }))}
        />
      </div>
      <div className="flex min-w-0 flex-col items-start gap-1">
        <span aria-hidden="true" className="font-medium text-sm">
          {t("field.status")}
        </span>
        <SegmentedControl
          name="status"
          label={t("field.status")}
          defaultValue={user?.status ?? "active"}
          options={ACTIVATION_STATUSES.map((value) => ({
            value,
            label: t(`status.${value}`),
            disabled: isSelf && value === "cancelled",
          }))}
        />
        {issue("status") && <p className="text-critical text-xs">{issue("status")}</p>}
      </div>
      <Field {...label("remarks")} className={spanBoth}>
        {(control) => <Textarea {...control} name="remarks" maxLength={250} defaultValue={user?.remarks} />}
      </Field>
    </FormGrid>
  );
}
