"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { showToast } from "@/components/ui/toast-store";
import { mappingQuery } from "../mapping.client";

// Loaded on demand.
const MappingDialog = dynamic(() => import("./mapping-dialog").then((module) => module.MappingDialog), { ssr: false });

/** Unknown fields in the last messages of the device in the address, with the dialog to map them. */
export function FieldsCard() {
  const t = useTranslations("device.mapping");
  const client = useQueryClient();
  const query = mappingQuery(Number(useSearchParams().get("id")));
  const { data } = useQuery(query);
  const [isOpen, setOpen] = useState(false);
  // Devices without messages through an adapter have no fields to map.
  if (!data || (data.messages.length === 0 && data.fields.length === 0)) return null;
  const ignored = new Set(data.fields.flatMap((one) => (one.as === "ignore" ? [one.field] : [])));
  const unknown = [
    ...new Set(
      data.messages.flatMap(({ fields }) =>
        fields.flatMap(({ field, read }) => (read === null && !ignored.has(field) ? [field] : [])),
      ),
    ),
  ];
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {data.mayEdit && (
          <Button size="sm" onClick={() => setOpen(true)}>
            {t("edit")}
          </Button>
        )}
      </CardHeader>
      <CardBody>
        {unknown.length === 0 ? (
          <p className="text-muted-foreground text-sm">{t("allKnown")}</p>
        ) : (
          <div className="flex flex-col gap-2">
            <p className="text-muted-foreground text-sm">{t("unknown", { count: unknown.length })}</p>
            <ul className="flex flex-wrap gap-1.5">
              {unknown.map((field) => (
                <li key={field}>
                  <Badge className="wrap-anywhere h-auto min-h-5 whitespace-normal font-mono">{field}</Badge>
                </li>
              ))}
            </ul>
          </div>
        )}
        {isOpen && (
          <MappingDialog
            mapping={data}
            onClose={() => setOpen(false)}
            onSaved={(saved) => {
              client.setQueryData(query.queryKey, saved);
              setOpen(false);
              showToast("normal", t("saved"));
            }}
          />
        )}
      </CardBody>
    </Card>
  );
}
