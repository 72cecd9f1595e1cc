"use client";

import { BellRing, CalendarClock, Ellipsis, Info, Pencil, Trash2, UserRoundPlus, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Popover } from "@/components/ui/popover";
import type { ContactGroupDto } from "../group.schema";
import type { Rights } from "./columns";

export type GroupAsk = "rename" | "remove" | "new" | "sync";

type GroupHeaderProps = { group: ContactGroupDto; rights: Rights; onAsk: (ask: GroupAsk) => void };

/** The group and the triggers that notify it. Actions on the group are in its menu. */
export function GroupHeader({ group, rights, onAsk }: GroupHeaderProps) {
  const t = useTranslations("contact");
  return (
    <header className="min-w-0">
      <div className="flex items-center gap-1">
        <h2 className="min-w-0 break-words font-semibold text-lg">{group.name}</h2>
        {(rights.edit || rights.remove) && (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button size="icon-sm" variant="ghost" aria-label={t("groups.actions", { name: group.name })}>
                <Ellipsis aria-hidden="true" />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="start">
              {rights.edit && (
                <DropdownMenuItem onSelect={() => onAsk("rename")}>
                  <Pencil aria-hidden="true" />
                  {t("groups.rename")}
                </DropdownMenuItem>
              )}
              {rights.remove && (
                <DropdownMenuItem destructive onSelect={() => onAsk("remove")}>
                  <Trash2 aria-hidden="true" />
                  {t("groups.remove")}
                </DropdownMenuItem>
              )}
            </DropdownMenuContent>
          </DropdownMenu>
        )}
      </div>
      <div className="flex items-center gap-1.5 text-muted-foreground text-sm">
        <BellRing aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="min-w-0 break-words">
          {group.triggers.length > 0
            ? t("groups.used", { names: group.triggers.map((name) => name || t("groups.connectionWatch")).join(", ") })
            : t("groups.unused")}
        </span>
        <Explanation />
        <ButtonLink size="sm" variant="ghost" href={`/arch/duty?groupId=${group.id}`} className="ml-auto shrink-0">
          <CalendarClock aria-hidden="true" />
          {t("groups.duty")}
        </ButtonLink>
      </div>
    </header>
  );
}

/** The actions on the contacts of the group. */
export function PeopleActions({ rights, onAsk }: Pick<GroupHeaderProps, "rights" | "onAsk">) {
  const t = useTranslations("contact.action");
  return (
    <>
      {rights.create && (
        <Button variant="primary" onClick={() => onAsk("new")}>
          <UserRoundPlus aria-hidden="true" />
          {t("new")}
        </Button>
      )}
      {rights.sync && (
        <Button onClick={() => onAsk("sync")}>
          <UsersRound aria-hidden="true" />
          {t("sync")}
        </Button>
      )}
    </>
  );
}

/** Explains the levels. */
function Explanation() {
  const t = useTranslations("contact.explain");
  return (
    <Popover
      aria-label={t("title")}
      title={t("title")}
      className={buttonVariants({ size: "icon-sm", variant: "ghost" })}
      trigger={<Info aria-hidden="true" />}
      panelClassName="w-80 max-w-[calc(100vw-1rem)] p-4"
    >
      <p className="font-semibold">{t("title")}</p>
      <p className="mt-1 text-pretty text-muted-foreground text-sm">{t("text")}</p>
    </Popover>
  );
}
