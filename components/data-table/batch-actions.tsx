"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { Deed } from "./row-menu";
import { useSelection } from "./selection";

type BatchActionsProps<Row, Verb extends string> = {
  rows: readonly Row[];
  deeds: readonly Deed<Verb>[];
  onDeed: (verb: Verb, rows: readonly Row[]) => void;
};

/** What may be done to the ticked rows; on a phone more than two fold into a menu. */
export function BatchActions<Row extends { id: number }, Verb extends string>(props: BatchActionsProps<Row, Verb>) {
  const { rows, deeds, onDeed } = props;
  const t = useTranslations("common.table");
  const { selected } = useSelection();
  const chosen = rows.filter(({ id }) => selected.has(String(id)));
  const isLong = deeds.length > 2;
  return (
    <>
      <span className={isLong ? "flex gap-2 max-sm:hidden" : "flex gap-2"}>
        {deeds.map(({ verb, label, icon: Icon, isDestructive }) => (
          <Button
            key={verb}
            size="sm"
            variant={isDestructive ? "destructive-ghost" : "secondary"}
            onClick={() => onDeed(verb, chosen)}
          >
            <Icon aria-hidden="true" />
            {label}
          </Button>
        ))}
      </span>
      {isLong && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="sm" className="sm:hidden">
              {t("batch")}
              <ChevronDown aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            {deeds.map(({ verb, label, isDestructive = false }) => (
              <DropdownMenuItem key={verb} destructive={isDestructive} onSelect={() => onDeed(verb, chosen)}>
                {label}
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </>
  );
}
