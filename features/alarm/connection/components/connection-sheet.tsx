"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { DescriptionList } from "@/components/layout/description-list";
import { Alert } from "@/components/ui/alert";
import { Select } from "@/components/ui/select";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { useTriggerWords } from "../../trigger/components/labels";
import { connectionWatchQuery } from "../client";
import type { ConnectionWatchDto } from "../schema";

type ConnectionSheetProps = {
  customers: readonly { id: number; name: string }[];
  customerId: number;
  onClose: () => void;
};

/** The connection watch (connection and power of devices) of a customer, read-only. */
export function ConnectionSheet({ customers, customerId, onClose }: ConnectionSheetProps) {
  const t = useTranslations("trigger");
  const [owner, setOwner] = useState(customerId);
  const { data, isError } = useQuery(connectionWatchQuery(owner));
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="w-160">
        <SheetHeader title={t("connection.title")} description={t("connection.description")} />
        <SheetBody className="flex flex-col gap-6 pb-8">
          {customers.length > 1 && (
            <Field label={t("field.customer")}>
              {(control) => (
                <Select {...control} value={owner} onChange={({ target }) => setOwner(Number(target.value))}>
                  {customers.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {isError && <Alert tone="critical">{t("connection.failed")}</Alert>}
          {!data && !isError && <Skeleton className="h-64" />}
          {data && <Settings watch={data} />}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

/** The settings in words. */
export function Settings({ watch }: { watch: ConnectionWatchDto }) {
  const t = useTranslations("trigger");
  const words = useTriggerWords();
  const severity = (name: "severity" | "gatewaySeverity" | "powerSeverity") => ({
    term: t(`connection.${name}`),
    value: t(`severity.${watch[name]}`),
  });
  const items = [
    { term: t("connection.isEnabled"), value: t(`enabled.${watch.isEnabled}`) },
    ...(watch.isEnabled ? [severity("gatewaySeverity"), severity("severity")] : []),
    { term: t("connection.isPowerEnabled"), value: t(`enabled.${watch.isPowerEnabled}`) },
    ...(watch.isPowerEnabled ? [severity("powerSeverity")] : []),
  ];
  return (
    <>
      <DescriptionList items={items} />
      <section>
        <h3 className="mb-2 font-semibold text-base">{t("connection.plan")}</h3>
        {watch.plan.length === 0 && <p className="text-muted-foreground text-sm">{t("connection.noPlan")}</p>}
        <ol className="flex flex-col gap-1.5 text-sm">
          {watch.plan.map((row) => (
            <li key={row.id} className="break-words">
              {[words.after(row.afterMinutes), words.told(row), words.channels(row.channels)].join(" · ")}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
