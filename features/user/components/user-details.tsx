"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DescriptionList } from "@/components/layout/description-list";
import { Instant } from "@/components/value/instant";
import { SCOPE_NAME } from "../user.rules";
import type { NamedPlace, UserDetailDto } from "../user.schema";
import { LastLoginCell, SecondFactorCell, StatusBadge } from "./cells";

/** An account, read-only. */
export function UserDetails({ user, timeZone, now }: { user: UserDetailDto; timeZone: string; now: number }) {
  const t = useTranslations("user");
  const item = (name: string, value: ReactNode) => ({ term: t(`field.${name}`), value: value || "–" });
  const names = (places: readonly NamedPlace[]) => places.map(({ name }) => name).join(" · ");
  return (
    <DescriptionList
      items={[
        item("username", user.username),
        item("name", user.name),
        item("customerId", user.customerName),
        item("roleId", `${user.roleName} · ${t(`scopeType.${SCOPE_NAME[user.scopeType]}`)}`),
        ...(user.scenes.length > 0 ? [item("sceneIds", names(user.scenes))] : []),
        ...(user.customers.length > 0
          ? [item(user.scopeType === -1 ? "proxyCustomers" : "governedCustomers", names(user.customers))]
          : []),
        item("gender", user.gender === null ? null : t(`gender.${user.gender}`)),
        item("mobile", user.mobile),
        item("email", user.email),
        item("status", <StatusBadge row={user} />),
        item("secondFactor", <SecondFactorCell isOn={user.hasSecondFactor} />),
        item("lastLoginAt", <LastLoginCell row={user} now={now} timeZone={timeZone} />),
        item("createdAt", <Instant at={Date.parse(user.createdAt)} now={now} timeZone={timeZone} />),
        item("remarks", user.remarks),
      ]}
    />
  );
}
