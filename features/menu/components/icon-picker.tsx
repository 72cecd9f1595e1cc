"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ControlProps } from "@/components/form/field";
import { MenuIcon } from "@/components/shell/menu-icon";
import { Input } from "@/components/ui/input";
import { MENU_ICONS, type MenuIconName } from "../menu.rules";

/** Selects an icon by picture or name. The selected one is shown first with its name. */
export function IconPicker({
  control,
  value,
  onChange,
}: {
  control: ControlProps;
  value: string;
  onChange: (name: MenuIconName) => void;
}) {
  const t = useTranslations("menu.form");
  const [filter, setFilter] = useState("");
  const found = MENU_ICONS.filter((name) => name.includes(filter.trim().toLowerCase().replaceAll(" ", "-")));
  return (
    <div className="rounded-md border border-input bg-card">
      <div className="flex items-center gap-2 border-b p-1.5">
        <span className="grid size-8 shrink-0 place-items-center rounded-md bg-sidebar text-sidebar-active">
          <MenuIcon name={value} className="size-4.5" />
        </span>
        <span className="w-28 shrink-0 truncate font-mono text-xs" title={value}>
          {value}
        </span>
        <span className="relative min-w-0 flex-1">
          <Search
            aria-hidden="true"
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2 size-4 text-muted-foreground"
          />
          <Input
            id={control.id}
            aria-describedby={control["aria-describedby"]}
            aria-invalid={control["aria-invalid"]}
            aria-label={t("iconFilter")}
            placeholder={t("iconFilter")}
            className="pl-7"
            value={filter}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            onChange={(event) => {
              // Not a field of the surrounding form.
              event.stopPropagation();
              setFilter(event.target.value);
            }}
          />
        </span>
      </div>
      <div
        role="radiogroup"
        aria-label={t("icon")}
        className="grid max-h-36 grid-cols-[repeat(auto-fill,minmax(2.25rem,1fr))] gap-0.5 overflow-y-auto p-1.5 touch:grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]"
      >
        {found.map((name) => (
          <label
            key={name}
            title={name}
            className="relative grid h-9 cursor-pointer place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground has-checked:bg-primary-soft has-checked:text-primary-soft-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring touch:h-11"
          >
            <input
              type="radio"
              name="icon"
              value={name}
              aria-label={name}
              checked={name === value}
              onChange={() => onChange(name)}
              className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
            />
            <MenuIcon name={name} className="size-4.5" />
          </label>
        ))}
        {found.length === 0 && (
          <p className="col-span-full px-1.5 py-2 text-muted-foreground text-sm">{t("iconNone")}</p>
        )}
      </div>
    </div>
  );
}
