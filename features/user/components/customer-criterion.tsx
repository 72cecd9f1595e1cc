"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { NamedPlace } from "../user.schema";
import { CustomerSelect } from "./customer-select";

/** The customer filter of the search bar. */
export function CustomerCriterion({ chosen }: { chosen: NamedPlace | null }) {
  const t = useTranslations("user.filter");
  const [value, setValue] = useState<readonly NamedPlace[]>(chosen ? [chosen] : []);
  return (
    <CustomerSelect
      control={{ id: "criterion-customer", "aria-label": t("customerId") }}
      name="customerId"
      value={value}
      onChange={setValue}
      single
    />
  );
}
