"use client";

import { useTranslations } from "next-intl";
import { useId, useMemo, useTransition } from "react";
import { TreeSelect } from "@/components/form/tree-select";
import { Label } from "@/components/ui/label";
import { useRouter } from "@/lib/i18n/navigation";

export type CustomerChoice = { id: number; name: string; code: string };

type CustomerFieldProps = { customers: readonly CustomerChoice[]; customerId: number | null };

/** Selects the customer whose tree is shown, for accounts with several customers. */
export function CustomerField({ customers, customerId }: CustomerFieldProps) {
  const t = useTranslations("scene.tree");
  const id = useId();
  const router = useRouter();
  const [, startTransition] = useTransition();
  const nodes = useMemo(
    () => customers.map((one) => ({ id: String(one.id), label: one.name, keywords: one.code })),
    [customers],
  );
  return (
    <div className="flex flex-col gap-1">
      <Label htmlFor={id} className="text-muted-foreground text-xs">
        {t("customer")}
      </Label>
      <TreeSelect
        control={{ id }}
        label={t("customer")}
        placeholder={t("chooseCustomer")}
        nodes={nodes}
        value={customerId === null ? null : String(customerId)}
        onChange={(next) => startTransition(() => router.push(`/arch/architecture?customerId=${next}`))}
      />
    </div>
  );
}
