"use client";

import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { Popover } from "@/components/ui/popover";
import { storageKey } from "@/lib/preference/preference";

type ColumnChooserProps = {
  tableId: string;
  columns: { id: string; label: string; hidden: boolean }[];
};

/** The stored ids of a table's hidden columns; null if nothing valid is stored. */
function readHidden(key: string): string[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : null;
  } catch {
    return null;
  }
}

/** Hides columns by a style rule, so rows rendered by the server need not render again. Stored in this browser. */
export function ColumnChooser({ tableId, columns }: ColumnChooserProps) {
  const t = useTranslations("common.table");
  const key = storageKey(`columns.${tableId}`);
  const standard = columns.filter((column) => column.hidden).map((column) => column.id);
  const [hidden, setHidden] = useState<string[]>(standard);

  useLayoutEffect(() => {
    const stored = readHidden(key);
    if (stored) setHidden(stored);
  }, [key]);

  const choose = (next: string[]) => {
    setHidden(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  const rules = hidden.map((id) => `[data-table="${tableId}"] [data-column="${id}"]`);
  return (
    <>
      {rules.length > 0 && <style>{`${rules.join(",")}{display:none}`}</style>}
      <Popover
        align="end"
        aria-label={t("columns")}
        title={t("columns")}
        className={buttonVariants({ variant: "ghost", size: "icon" })}
        trigger={<Columns3 aria-hidden="true" />}
        panelClassName="w-56"
      >
        <fieldset>
          <legend className="px-2 pt-1.5 pb-1 font-medium text-faint-foreground text-xs">{t("columns")}</legend>
          {columns.map((column) => (
            <CheckboxField
              key={column.id}
              label={column.label}
              className="rounded-sm px-2 hover:bg-accent"
              checked={!hidden.includes(column.id)}
              onChange={(event) =>
                choose(event.target.checked ? hidden.filter((id) => id !== column.id) : [...hidden, column.id])
              }
            />
          ))}
        </fieldset>
        <div className="mt-1 border-t pt-1">
          <Button variant="ghost" size="sm" className="w-full" onClick={() => choose(standard)}>
            {t("standardColumns")}
          </Button>
        </div>
      </Popover>
    </>
  );
}
