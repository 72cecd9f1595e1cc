"use client";

import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ACTIVATION_STATUSES, type ActivationStatus, type ScopeType } from "@/db/enums";
import { SCOPE_KEYS } from "../catalogue.rules";
import type { RoleChoiceDto } from "../catalogue.schema";
import { canBeDelegable } from "../role.rules";
import type { RoleDetailDto } from "../role.schema";
import type { Draft } from "./draft";
import { PlaceFields } from "./place-fields";

export type RoleFieldsProps = {
  draft: Draft;
  /** The edited role; null for a new one. */
  role: RoleDetailDto | null;
  types: readonly ScopeType[];
  /** The customers to choose from; null for users who manage only one. */
  customers: RoleChoiceDto["customers"] | null;
  choices: RoleChoiceDto | undefined;
  disabled: boolean;
  issue: (path: string) => string | undefined;
  onChange: (patch: Partial<Draft>) => void;
};

/** All fields of a role except its codes. */
export function RoleFields({ draft, role, types, customers, choices, disabled, issue, onChange }: RoleFieldsProps) {
  const t = useTranslations("role");
  // Users cannot change these fields of their own role.
  const isLocked = disabled || role?.isOwn === true;
  const delegable = canBeDelegable(draft.scopeType);
  return (
    <div className="flex flex-col gap-4">
      <Field label={t("field.name")} issue={issue("name")} required>
        {(control) => (
          <Input
            {...control}
            name="name"
            maxLength={60}
            value={draft.name}
            disabled={disabled}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      {customers && (
        <Field label={t("field.customer")} issue={issue("customerId")} required hint={role && t("field.customerHint")}>
          {(control) => (
            <Select
              {...control}
              name="customerId"
              value={draft.customerId}
              disabled={disabled || role !== null}
              onChange={(event) => onChange({ customerId: Number(event.target.value) })}
            >
              {customers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field
        label={t("field.scopeType")}
        issue={issue("scopeType")}
        required
        hint={t(`typeHint.${SCOPE_KEYS[draft.scopeType]}`)}
      >
        {(control) => (
          <Select
            {...control}
            name="scopeType"
            value={draft.scopeType}
            disabled={isLocked}
            onChange={(event) => onChange({ scopeType: Number(event.target.value) as ScopeType })}
          >
            {types.map((type) => (
              <option key={type} value={type}>
                {t(`accountType.${SCOPE_KEYS[type]}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <PlaceFields
        draft={draft}
        choices={choices}
        named={role?.customers ?? []}
        disabled={isLocked}
        issue={issue}
        onChange={onChange}
      />
      <div>
        <CheckboxField
          name="isDelegable"
          label={t("field.isDelegable")}
          hint={issue("isDelegable") ?? t(delegable ? "field.delegableHint" : "field.notDelegable")}
          aria-invalid={issue("isDelegable") ? true : undefined}
          checked={draft.isDelegable}
          disabled={isLocked || !delegable}
          onChange={(event) => onChange({ isDelegable: event.target.checked })}
        />
      </div>
      <Field
        label={t("field.status")}
        issue={issue("status")}
        hint={t(role?.isOwn ? "field.ownHint" : "field.statusHint")}
      >
        {(control) => (
          <Select
            {...control}
            name="status"
            value={draft.status}
            disabled={isLocked}
            onChange={(event) => onChange({ status: event.target.value as ActivationStatus })}
          >
            {ACTIVATION_STATUSES.map((status) => (
              <option key={status} value={status}>
                {t(`status.${status}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
