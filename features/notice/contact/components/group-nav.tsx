"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { NavSelect } from "@/components/data-table/nav-select";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Link } from "@/lib/i18n/navigation";
import type { ContactGroupDto } from "../group.schema";

export type CustomerChoice = { id: number; name: string };

type GroupNavProps = {
  path: string;
  customers: readonly CustomerChoice[];
  customerId: number;
  groups: readonly ContactGroupDto[];
  groupId: number | null;
  onNew: (() => void) | undefined;
};

/** Selects customer and group: a list on desktop, two selects on a phone. The selection is stored in the URL. */
export function GroupNav({ path, customers, customerId, groups, groupId, onNew }: GroupNavProps) {
  const t = useTranslations("contact");
  const hrefOf = (id: number) => `${path}?customerId=${customerId}&groupId=${id}`;
  const count = (group: ContactGroupDto) => t("groups.count", { count: group.contactCount });
  return (
    <aside className="flex min-h-0 flex-col gap-3 md:w-64 md:shrink-0 md:rounded-lg md:border md:bg-card md:p-3">
      {customers.length > 1 && (
        <div className="flex flex-col gap-1">
          <span aria-hidden="true" className="font-medium text-muted-foreground text-xs">
            {t("customer")}
          </span>
          <NavSelect
            label={t("customer")}
            value={`${path}?customerId=${customerId}`}
            options={customers.map(({ id, name }) => ({ href: `${path}?customerId=${id}`, label: name }))}
          />
        </div>
      )}
      <div className="flex items-end gap-2">
        <h2 className="mr-auto self-center font-semibold text-base max-md:hidden">{t("groups.title")}</h2>
        {groupId !== null && (
          <NavSelect
            label={t("groups.choose")}
            className="md:hidden"
            value={hrefOf(groupId)}
            options={groups.map((group) => ({ href: hrefOf(group.id), label: `${group.name} (${count(group)})` }))}
          />
        )}
        {onNew && (
          <Button
            title={t("groups.new")}
            onClick={onNew}
            className={cn("md:h-control-sm md:px-2.5 md:text-sm", groupId !== null && "max-md:w-control max-md:px-0")}
          >
            <Plus aria-hidden="true" />
            <span className={cn(groupId !== null && "max-md:sr-only")}>{t("groups.new")}</span>
          </Button>
        )}
      </div>
      {groups.length > 0 && (
        <nav aria-label={t("groups.label")} className="-mx-1 min-h-0 overflow-y-auto px-1 max-md:hidden">
          <ul className="flex flex-col gap-0.5">
            {groups.map((group) => (
              <li key={group.id}>
                <Link
                  href={hrefOf(group.id)}
                  prefetch={false}
                  aria-current={group.id === groupId ? "page" : undefined}
                  className={cn(
                    "flex min-h-9 items-center gap-2 rounded-md px-2.5 py-1.5 transition-colors hover:bg-accent",
                    group.id === groupId && "bg-primary-soft font-medium text-primary-soft-foreground",
                  )}
                >
                  <span className="min-w-0 flex-1 break-words">{group.name}</span>
                  <span className="shrink-0 text-muted-foreground text-xs tabular-nums">{count(group)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </aside>
  );
}
