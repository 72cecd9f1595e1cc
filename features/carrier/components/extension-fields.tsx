"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { EXTENSION_NAME_LENGTH, EXTENSION_ROWS, EXTENSION_VALUE_LENGTH } from "../carrier.rules";

type Row = { key: number; name: string; value: string };

type ExtensionFieldsProps = {
  rows: readonly { name: string; value: string }[];
  form: { issue: (path: string) => string | undefined };
};

/** Custom label extension info: names and values; names are unique. */
export function ExtensionFields({ rows: stored, form }: ExtensionFieldsProps) {
  const t = useTranslations("carrier.form");
  const next = useRef(stored.length);
  const [rows, setRows] = useState<readonly Row[]>(stored.map((row, key) => ({ ...row, key })));
  const add = () => {
    next.current += 1;
    setRows([...rows, { key: next.current, name: "", value: "" }]);
  };
  return (
    <div className="flex flex-col items-start gap-2">
      {rows.map((row, index) => {
        const issue = form.issue(`extension.${index}`);
        return (
          <div key={row.key} className="w-full">
            <div className="flex items-center gap-2">
              <Input
                name="extension.name"
                aria-label={t("extensionName", { row: index + 1 })}
                aria-invalid={issue ? true : undefined}
                placeholder={t("extensionNameHint")}
                maxLength={EXTENSION_NAME_LENGTH}
                defaultValue={row.name}
                className="w-2/5"
              />
              <Input
                name="extension.value"
                aria-label={t("extensionValue", { row: index + 1 })}
                placeholder={t("extensionValueHint")}
                maxLength={EXTENSION_VALUE_LENGTH}
                defaultValue={row.value}
                className="flex-1"
              />
              <Button
                size="icon"
                variant="ghost"
                aria-label={t("extensionRemove", { row: index + 1 })}
                title={t("extensionRemove", { row: index + 1 })}
                onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
              >
                <X aria-hidden="true" />
              </Button>
            </div>
            {issue && <p className="mt-1 text-critical text-xs">{issue}</p>}
          </div>
        );
      })}
      {rows.length < EXTENSION_ROWS && (
        <Button size="sm" onClick={add}>
          <Plus aria-hidden="true" />
          {t("extensionAdd")}
        </Button>
      )}
    </div>
  );
}
