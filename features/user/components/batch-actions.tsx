"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSelection } from "@/components/data-table/selection";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { Deed } from "../client";
import type { UserDto } from "../schema";
import { DEED_ICON } from "./row-actions";
import type { Rights } from "./user-screen";

type BatchActionsProps = {
  rows: readonly UserDto[];
  rights: Rights;
  onDeed: (deed: Deed, rows: readonly UserDto[]) => void;
};

/** What may be done to several accounts by rights. */
export const batchDeeds = ({ edit, reset, remove }: Rights): Deed[] => [
  ...(edit ? (["cancel", "activate"] as const) : []),
  ...(reset ? (["resetPassword"] as const) : []),
  ...(remove ? (["remove"] as const) : []),
];

/** To the ticked rows, all of them or none; a row that bars the way is named by the refusal. */
export function BatchActions({ rows, rights, onDeed }: BatchActionsProps) {
  const t = useTranslations("user.action");
  const { selected } = useSelection();
  const chosen = rows.filter((row) => selected.has(String(row.id)));
  const deeds = batchDeeds(rights);
  return (
    <>
      <span className="flex gap-2 max-sm:hidden">
        {deeds.map((deed) => {
          const Icon = DEED_ICON[deed];
          return (
            <Button
              key={deed}
              size="sm"
              variant={deed === "remove" ? "destructive-ghost" : "secondary"}
              onClick={() => onDeed(deed, chosen)}
            >
              <Icon aria-hidden="true" />
              {t(deed)}
            </Button>
          );
        })}
      </span>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" className="sm:hidden">
            {t("batch")}
            <ChevronDown aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {deeds.map((deed) => (
            <DropdownMenuItem key={deed} destructive={deed === "remove"} onSelect={() => onDeed(deed, chosen)}>
              {t(deed)}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}
