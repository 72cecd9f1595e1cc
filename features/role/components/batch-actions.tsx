"use client";

import { useTranslations } from "next-intl";
import { useSelection } from "@/components/data-table/selection";
import { Button } from "@/components/ui/button";
import type { Verb } from "../client";
import type { RoleDto } from "../schema";

type BatchActionsProps = {
  rows: readonly RoleDto[];
  verbs: readonly Verb[];
  onAsk: (verb: Verb, rows: readonly RoleDto[]) => void;
};

/** What may be done to the ticked roles, all of them or none; one that refuses is named. */
export function BatchActions({ rows, verbs, onAsk }: BatchActionsProps) {
  const t = useTranslations("role.action");
  const { selected } = useSelection();
  const chosen = rows.filter((row) => selected.has(String(row.id)));
  return verbs.map((verb) => (
    <Button
      key={verb}
      size="sm"
      variant={verb === "remove" ? "destructive-ghost" : "secondary"}
      onClick={() => onAsk(verb, chosen)}
    >
      {t(verb)}
    </Button>
  ));
}
