"use client";

import { CircleCheck, CircleOff, Ellipsis, Eye, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { Verb } from "../client";
import type { RoleDto } from "../schema";

export type Rights = { create: boolean; edit: boolean; remove: boolean };

type RowMenuProps = {
  row: RoleDto;
  rights: Rights;
  onOpen: (id: number) => void;
  onAsk: (verb: Verb, rows: readonly RoleDto[]) => void;
};

/** The editor by a button of its own, everything else that may be done in a menu. */
export function RowMenu({ row, rights, onOpen, onAsk }: RowMenuProps) {
  const t = useTranslations("role.action");
  const mayEdit = rights.edit && row.isManageable;
  const maySwitch = mayEdit && !row.isOwn;
  const mayRemove = rights.remove && row.isManageable && !row.isOwn && !row.isDefault;
  const Open = mayEdit ? Pencil : Eye;
  const open = mayEdit ? "edit" : "view";
  const verb: Verb = row.status === "active" ? "cancel" : "activate";
  const Switch = row.status === "active" ? CircleOff : CircleCheck;
  return (
    <span className="flex items-center justify-center gap-1 max-sm:justify-end">
      <Button
        size="sm"
        variant="ghost"
        className="sm:w-control-sm sm:px-0"
        aria-label={t(`${open}Of`, { name: row.name })}
        title={t(open)}
        onClick={() => onOpen(row.id)}
      >
        <Open aria-hidden="true" />
        <span className="sm:hidden">{t(open)}</span>
      </Button>
      {maySwitch || mayRemove ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon-sm" variant="ghost" aria-label={t("moreOf", { name: row.name })}>
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {maySwitch && (
              <DropdownMenuItem onSelect={() => onAsk(verb, [row])}>
                <Switch aria-hidden="true" />
                {t(verb)}
              </DropdownMenuItem>
            )}
            {mayRemove && (
              <>
                {maySwitch && <DropdownMenuSeparator />}
                <DropdownMenuItem destructive onSelect={() => onAsk("remove", [row])}>
                  <Trash2 aria-hidden="true" />
                  {t("remove")}
                </DropdownMenuItem>
              </>
            )}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : (
        <span aria-hidden="true" className="size-control-sm max-sm:hidden" />
      )}
    </span>
  );
}
