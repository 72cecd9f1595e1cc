"use client";

import { useTranslations } from "next-intl";
import { useSelection } from "@/components/data-table/selection";
import { Button } from "@/components/ui/button";
import type { ExceptionDto } from "../exception.schema";

type BatchAcknowledgeProps = {
  rows: readonly ExceptionDto[];
  onAcknowledge: (rows: readonly ExceptionDto[]) => void;
};

/** Acknowledges the selected rows, all or none; an error names the rows that cannot be acknowledged. */
export function BatchAcknowledge({ rows, onAcknowledge }: BatchAcknowledgeProps) {
  const t = useTranslations("exception.action");
  const { selected } = useSelection();
  const chosen = rows.filter((row) => selected.has(String(row.id)));
  return (
    <Button size="sm" variant="primary" onClick={() => onAcknowledge(chosen)}>
      {t("acknowledge")}
    </Button>
  );
}
