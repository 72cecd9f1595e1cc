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
import type { Action } from "./row-menu";
import { useSelection } from "./selection";

type BatchActionsProps<Row, Verb extends string> = {
  rows: readonly Row[];
  actions: readonly Action<Verb>[];
  onAction: (verb: Verb, rows: readonly Row[]) => void;
};

/** Actions for the selected rows; on a phone more than two are collapsed into a menu. */
export function BatchActions<Row extends { id: number }, Verb extends string>(props: BatchActionsProps<Row, Verb>) {
  const { rows, actions, onAction } = props;
  const t = useTranslations("common.table");
  const { selected } = useSelection();
  const chosen = rows.filter(({ id }) => selected.has(String(id)));
  const isLong = actions.length > 2;
  return (
    <>
      <span className={isLong ? "flex gap-2 max-sm:hidden" : "flex gap-2"}>
        {actions.map(({ verb, label, icon: Icon, isDestructive }) => (
          <Button
            key={verb}
            size="sm"
            variant={isDestructive ? "destructive-ghost" : "secondary"}
            onClick={() => onAction(verb, chosen)}
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
            {actions.map(({ verb, label, isDestructive = false }) => (
              <DropdownMenuItem key={verb} destructive={isDestructive} onSelect={() => onAction(verb, chosen)}>
                {label}
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </>
  );
}
