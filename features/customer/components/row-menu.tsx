"use client";

import { CircleCheck, CircleOff, Ellipsis, KeyRound, PanelRightOpen, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { type Deputy, deedsFor, type Rights } from "../rules";
import type { CustomerRowDto } from "../schema";

/** What a row's menu, a sheet or a batch asks for. */
export type Ask = "view" | "edit" | "cancel" | "activate" | "remove" | "token";

export type RowMenuProps = {
  row: CustomerRowDto;
  rights: Rights;
  deputy: Deputy;
  onAsk: (ask: Ask, row: CustomerRowDto) => void;
};

const ITEMS = [
  ["edit", Pencil],
  ["activate", CircleCheck],
  ["cancel", CircleOff],
  ["token", KeyRound],
] as const;

/** The record by a button of its own, everything else that may be done in a menu. */
export function RowMenu({ row, rights, deputy, onAsk }: RowMenuProps) {
  const t = useTranslations("customer.action");
  const deeds = deedsFor(row, rights, deputy);
  const items = ITEMS.filter(([ask]) => deeds[ask]);
  return (
    <span className="flex items-center justify-center gap-1 max-sm:justify-end">
      <Button
        size="sm"
        variant="ghost"
        className="sm:w-control-sm sm:px-0"
        aria-label={t("detailsOf", { name: row.name })}
        title={t("details")}
        onClick={() => onAsk("view", row)}
      >
        <PanelRightOpen aria-hidden="true" />
        <span className="sm:hidden">{t("details")}</span>
      </Button>
      {(items.length > 0 || deeds.remove) && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon-sm" variant="ghost" aria-label={t("more", { name: row.name })}>
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {items.map(([ask, Icon]) => (
              <DropdownMenuItem key={ask} onSelect={() => onAsk(ask, row)}>
                <Icon aria-hidden="true" />
                {t(ask)}
              </DropdownMenuItem>
            ))}
            {deeds.remove && items.length > 0 && <DropdownMenuSeparator />}
            {deeds.remove && (
              <DropdownMenuItem destructive onSelect={() => onAsk("remove", row)}>
                <Trash2 aria-hidden="true" />
                {t("remove")}
              </DropdownMenuItem>
            )}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </span>
  );
}
