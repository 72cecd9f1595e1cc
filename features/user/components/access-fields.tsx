"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NEW_RECORD } from "@/components/dialog/address-record";
import { Field } from "@/components/form/field";
import { ButtonLink } from "@/components/layout/button-link";
import { Select } from "@/components/ui/select";
import { namesCustomers, namesScenes } from "../grant.rules";
import type { RoleChoiceDto } from "../grant.schema";
import { roleChoicesQuery } from "../user.client";
import { SCOPE_NAME } from "../user.rules";
import type { NamedPlace, UserDetailDto } from "../user.schema";
import { CustomerSelect } from "./customer-select";
import { PlaceField } from "./place-field";

type AccessFieldsProps = {
  user: UserDetailDto | undefined;
  customer: NamedPlace | null;
  /** Undefined if the customer is fixed. */
  onCustomer: ((customer: NamedPlace | null) => void) | undefined;
  /** Whether the user may create a role. */
  mayMakeRole: boolean;
  issue: (path: string) => string | undefined;
};

/** Customer, role and places of an account. */
export function AccessFields({ customer, onCustomer, ...fields }: AccessFieldsProps) {
  const t = useTranslations("user");
  return (
    <div className="flex flex-col gap-4">
      {onCustomer && (
        <Field label={t("field.customerId")} issue={fields.issue("customerId")} required>
          {(control) => (
            <CustomerSelect
              control={control}
              name="customerId"
              value={customer ? [customer] : []}
              onChange={([chosen]) => onCustomer(chosen ?? null)}
              single
            />
          )}
        </Field>
      )}
      {customer && <RoleFields key={customer.id} {...fields} customerId={customer.id} />}
    </div>
  );
}

type RoleFieldsProps = Omit<AccessFieldsProps, "customer" | "onCustomer"> & { customerId: number };

/** Adds the account's present role to the choices, even if the user may not grant it. */
const withCurrent = (roles: readonly RoleChoiceDto[], user: UserDetailDto | undefined): readonly RoleChoiceDto[] =>
  user && !roles.some(({ id }) => id === user.roleId)
    ? [{ id: user.roleId, name: user.roleName, scopeType: user.scopeType, customerIds: [], sceneIds: [] }, ...roles]
    : roles;

function RoleFields({ user, customerId, mayMakeRole, issue }: RoleFieldsProps) {
  const t = useTranslations("user");
  // Asked again on return from the tab in which a role was created.
  const { data, isPending, isError } = useQuery({
    ...roleChoicesQuery(customerId),
    refetchOnWindowFocus: "always",
  });
  const roles = withCurrent(data ?? [], user);
  const [chosen, setChosen] = useState(user ? String(user.roleId) : "");
  const [isMaking, setMaking] = useState(false);
  const roleId = chosen === "" && isMaking && roles.length === 1 ? String(roles[0]?.id) : chosen;
  const role = roles.find(({ id }) => String(id) === roleId);
  const isWithout = !isPending && !isError && roles.length === 0;
  const hint = isError
    ? t("form.rolesFailed")
    : isWithout
      ? t("form.noRole")
      : role && t(`scopeHint.${SCOPE_NAME[role.scopeType]}`);
  return (
    <>
      <Field label={t("field.roleId")} hint={hint} issue={issue("roleId")} required>
        {(control) => (
          <Select
            {...control}
            name="roleId"
            value={roleId}
            disabled={isPending && !user}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">{isPending ? t("form.rolesLoading") : t("form.chooseRole")}</option>
            {roles.map(({ id, name, scopeType }) => (
              <option key={id} value={String(id)}>
                {name} · {t(`scopeType.${SCOPE_NAME[scopeType]}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isWithout && mayMakeRole && (
        <ButtonLink
          variant="primary"
          className="self-start"
          prefetch={false}
          // In its own tab, because what was typed here would be lost.
          target="_blank"
          onClick={() => setMaking(true)}
          href={`/user/userLimits?customerId=${customerId}&id=${NEW_RECORD}`}
        >
          {t("form.makeRole")}
          <ExternalLink aria-hidden="true" />
        </ButtonLink>
      )}
      {role && namesScenes(role.scopeType) && (
        <PlaceField
          key={role.id}
          customerId={customerId}
          role={role}
          chosen={user?.scenes ?? []}
          issue={issue("sceneIds")}
        />
      )}
      {role && namesCustomers(role.scopeType) && (
        <CustomersField key={role.id} role={role} chosen={user?.customers ?? []} issue={issue("customerIds")} />
      )}
    </>
  );
}

type CustomersFieldProps = { role: RoleChoiceDto; chosen: readonly NamedPlace[]; issue: string | undefined };

/** The proxy customers of an agent, or the customers of a platform user. */
function CustomersField({ role, chosen, issue }: CustomersFieldProps) {
  const t = useTranslations("user");
  const [value, setValue] = useState(chosen);
  const isAgent = role.scopeType === -1;
  const hint =
    role.customerIds.length > 0
      ? t("form.customersOfRole", { count: role.customerIds.length })
      : isAgent
        ? undefined
        : t("form.allCustomers");
  return (
    <Field
      label={t(isAgent ? "field.proxyCustomers" : "field.governedCustomers")}
      hint={hint}
      issue={issue}
      required={isAgent && role.customerIds.length === 0}
    >
      {(control) => (
        <CustomerSelect
          control={control}
          name="customerIds"
          value={value}
          onChange={setValue}
          among={role.customerIds}
        />
      )}
    </Field>
  );
}
