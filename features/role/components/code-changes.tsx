"use client";

import { Minus, Plus, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Permission } from "@/lib/auth/permissions";
import { codeChanges } from "../catalogue.rules";
import { useCodeNames } from "./code-name";

type CodeChangesProps = {
  saved: ReadonlySet<string>;
  value: ReadonlySet<string>;
  onChange: (value: ReadonlySet<string>) => void;
};

/** The codes added and removed since the last save. Each change can be undone. */
export function CodeChanges({ saved, value, onChange }: CodeChangesProps) {
  const t = useTranslations("role.code");
  const { added, removed } = codeChanges(saved, value);
  if (added.length + removed.length === 0) return null;
  const revert = (code: Permission) => {
    const next = new Set(value);
    if (!next.delete(code)) next.add(code);
    onChange(next);
  };
  return (
    <section aria-label={t("changed")} className="flex flex-col gap-1.5 rounded-md border bg-muted p-2">
      <div className="flex items-center gap-2">
        <p aria-live="polite" className="min-w-0 flex-1 text-sm">
          {t("changes", { added: added.length, removed: removed.length })}
        </p>
        <Button variant="ghost" size="sm" onClick={() => onChange(saved)}>
          <Undo2 aria-hidden="true" />
          {t("revertAll")}
        </Button>
      </div>
      <ul className="flex max-h-24 flex-wrap gap-1 overflow-y-auto touch:max-h-48">
        {added.map((code) => (
          <Chip key={code} code={code} isAdded onRevert={revert} />
        ))}
        {removed.map((code) => (
          <Chip key={code} code={code} isAdded={false} onRevert={revert} />
        ))}
      </ul>
    </section>
  );
}

type ChipProps = { code: Permission; isAdded: boolean; onRevert: (code: Permission) => void };

function Chip({ code, isAdded, onRevert }: ChipProps) {
  const t = useTranslations("role.code");
  const { full } = useCodeNames();
  const Sign = isAdded ? Plus : Minus;
  const name = full(code);
  return (
    <li className="min-w-0">
      <button
        type="button"
        title={t("revert")}
        aria-label={t(isAdded ? "revertAdded" : "revertRemoved", { name })}
        className={cn(
          "inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm border bg-card px-1.5 text-xs hover:border-input touch:min-h-11",
          isAdded ? "text-normal" : "text-critical line-through",
        )}
        onClick={() => onRevert(code)}
      >
        <Sign aria-hidden="true" className="size-3 shrink-0" />
        <span className="truncate">{name}</span>
        <Undo2 aria-hidden="true" className="size-3 shrink-0 text-muted-foreground" />
      </button>
    </li>
  );
}
