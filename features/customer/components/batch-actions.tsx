"use client";

import { useTranslations } from "next-intl";
import { useSelection } from "@/components/data-table/selection";
import { Button } from "@/components/ui/button";
import type { StatusVerb } from "../client";
import type { CustomerRowDto } from "../schema";

type BatchActionsProps = {
  rows: readonly CustomerRowDto[];
  onAsk: (verb: StatusVerb, rows: readonly CustomerRowDto[]) => void;
};

/** Activates or cancels the ticked customers, all of them or none; one that refuses is named. */
export function BatchActions({ rows, onAsk }: BatchActionsProps) {
  const t = useTranslations("customer.action");
  const { selected } = useSelection();
  const chosen = rows.filter((row) => selected.has(String(row.id)));
  return (
    <>
      <Button size="sm" onClick={() => onAsk("activate", chosen)}>
        {t("activate")}
      </Button>
      <Button size="sm" onClick={() => onAsk("cancel", chosen)}>
        {t("cancel")}
      </Button>
    </>
  );
}
