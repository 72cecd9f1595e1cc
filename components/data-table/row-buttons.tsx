"use client";

import { Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

type RowButtonsProps = {
  /** The row's name, for screen readers. */
  name: string;
  onEdit: (() => void) | undefined;
  onRemove: (() => void) | undefined;
  /** Further actions for the row. */
  children?: ReactNode;
};

/** The edit and delete buttons of a row: icons in the table, with text on a phone. */
export function RowButtons({ name, onEdit, onRemove, children }: RowButtonsProps) {
  const t = useTranslations("common.record");
  return (
    <span className="flex items-center justify-center gap-1 max-sm:flex-wrap max-sm:justify-end">
      {children}
      {onEdit && (
        <Button
          size="sm"
          variant="ghost"
          className="sm:w-control-sm sm:px-0"
          aria-label={t("editOf", { name })}
          title={t("edit")}
          onClick={onEdit}
        >
          <Pencil aria-hidden="true" />
          <span className="sm:hidden">{t("edit")}</span>
        </Button>
      )}
      {onRemove && (
        <Button
          size="sm"
          variant="ghost"
          // Red only on hover: a column of red icons would look like an alarm.
          className="hover:bg-critical-soft hover:text-critical sm:w-control-sm sm:px-0"
          aria-label={t("removeOf", { name })}
          title={t("remove")}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
          <span className="sm:hidden">{t("remove")}</span>
        </Button>
      )}
    </span>
  );
}
