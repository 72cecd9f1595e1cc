"use client";

import { Ban, CircleCheck, Eye, KeyRound, MoreHorizontal, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { Deed } from "../client";
import type { UserDto } from "../schema";
import type { Rights } from "./user-screen";

type RowActionsProps = {
  row: UserDto;
  rights: Rights;
  onOpen: (id: number) => void;
  onDeed: (deed: Deed, row: UserDto) => void;
};

export const DEED_ICON = { cancel: Ban, activate: CircleCheck, resetPassword: KeyRound, remove: Trash2 } as const;

/** What may be done to an account by rights, in the order of the menu. */
function deedsOf(row: UserDto, { edit, reset, remove, ownId }: Rights): Deed[] {
  if (!row.isManageable || row.id === ownId) return [];
  return [
    ...(edit ? [row.status === "active" ? ("cancel" as const) : ("activate" as const)] : []),
    ...(reset ? ["resetPassword" as const] : []),
    ...(remove && !row.isDefault ? ["remove" as const] : []),
  ];
}

export function RowActions({ row, rights, onOpen, onDeed }: RowActionsProps) {
  const t = useTranslations("user.action");
  const deeds = deedsOf(row, rights);
  const mayEdit = rights.edit && row.isManageable;
  const Icon = mayEdit ? Pencil : Eye;
  return (
    <span className="flex items-center justify-end gap-1 sm:justify-center">
      <Button
        size="sm"
        variant="ghost"
        className="sm:w-control-sm sm:px-0"
        aria-label={t(mayEdit ? "editOf" : "viewOf", { name: row.name })}
        title={t(mayEdit ? "edit" : "view")}
        onClick={() => onOpen(row.id)}
      >
        <Icon aria-hidden="true" />
        <span className="sm:hidden">{t(mayEdit ? "edit" : "view")}</span>
      </Button>
      {deeds.length > 0 && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon-sm" variant="ghost" aria-label={t("moreOf", { name: row.name })} title={t("more")}>
              <MoreHorizontal aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {deeds.map((deed) => {
              const DeedIcon = DEED_ICON[deed];
              return (
                <span key={deed}>
                  {deed === "remove" && deeds.length > 1 && <DropdownMenuSeparator />}
                  <DropdownMenuItem destructive={deed === "remove"} onSelect={() => onDeed(deed, row)}>
                    <DeedIcon aria-hidden="true" />
                    {t(deed)}
                  </DropdownMenuItem>
                </span>
              );
            })}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </span>
  );
}
