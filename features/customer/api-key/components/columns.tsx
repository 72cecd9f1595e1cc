"use client";

import { Ban } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Popover } from "@/components/ui/popover";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import type { ApiKeyDto, ApiKeyState } from "../schema";
import { useCodeName } from "./code-list";

const TONE: Record<ApiKeyState, Tone> = { active: "normal", expired: "warning", revoked: "offline" };

type ColumnOptions = {
  now: number;
  timeZone: string;
  isWide: boolean;
  mayRevoke: boolean;
  /** Whether the user may revoke this key. A key with codes that the user lacks is excluded. */
  isRevocable: (row: ApiKeyDto) => boolean;
  onRevoke: (row: ApiKeyDto) => void;
};

export function useColumns({
  now,
  timeZone,
  isWide,
  mayRevoke,
  isRevocable,
  onRevoke,
}: ColumnOptions): Column<ApiKeyDto>[] {
  const t = useTranslations("apiKey");
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  const instant = (at: string | null, none: string) =>
    at === null ? (
      <span className="text-muted-foreground">{none}</span>
    ) : (
      <Instant at={Date.parse(at)} now={now} timeZone={timeZone} className="whitespace-nowrap" />
    );
  const customer: Column<ApiKeyDto> = {
    ...column("customerName"),
    sortable: true,
    cell: (row) => <span className="line-clamp-2 sm:max-w-56">{row.customerName}</span>,
  };
  const operation: Column<ApiKeyDto> = {
    ...column("operation"),
    kind: "operation",
    cell: (row) =>
      row.state !== "revoked" &&
      isRevocable(row) && (
        <Button
          size="sm"
          variant="destructive-ghost"
          aria-label={t("action.revokeOf", { name: row.name })}
          onClick={() => onRevoke(row)}
        >
          <Ban aria-hidden="true" />
          {t("action.revoke")}
        </Button>
      ),
  };
  return [
    {
      ...column("name"),
      sortable: true,
      priority: 1,
      cell: (row) => (
        <span className="flex min-w-0 flex-col sm:min-w-36">
          <span className="line-clamp-2 break-words font-medium">{row.name}</span>
          <code className="font-mono font-normal text-faint-foreground text-xs">{row.prefix}…</code>
        </span>
      ),
    },
    ...(isWide ? [customer] : []),
    { ...column("codes"), cell: (row) => <CodesCell row={row} /> },
    {
      ...column("state"),
      cell: (row) => (
        <StateBadge plain tone={TONE[row.state]}>
          {t(`state.${row.state}`)}
        </StateBadge>
      ),
    },
    { ...column("lastUsedAt"), sortable: true, cell: (row) => instant(row.lastUsedAt, t("never")) },
    { ...column("expiresAt"), sortable: true, cell: (row) => instant(row.expiresAt, t("endless")) },
    { ...column("createdBy"), cell: (row) => row.createdBy ?? t("nobody") },
    { ...column("createdAt"), sortable: true, priority: 3, cell: (row) => instant(row.createdAt, "") },
    ...(mayRevoke ? [operation] : []),
  ];
}

/** A scrollable text panel is only scrolled by keyboard if it is focusable. */
const scrolled = (name: string) => ({ role: "region", "aria-label": name, tabIndex: 0 });

/** The number of codes; they are listed on request. */
function CodesCell({ row }: { row: ApiKeyDto }) {
  const t = useTranslations("apiKey");
  const nameOf = useCodeName();
  return (
    <Popover
      trigger={t("codeCount", { count: row.codes.length })}
      aria-label={t("codesOf", { name: row.name, count: row.codes.length })}
      className={cn(buttonVariants({ variant: "link", size: "sm" }), "touch:min-h-11")}
      panelClassName="max-w-80"
    >
      <div
        {...scrolled(t("column.codes"))}
        className="max-h-72 overflow-y-auto px-3 py-2 text-sm focus-visible:-outline-offset-2"
      >
        <ul className="flex flex-col gap-1">
          {row.codes.map((code) => (
            <li key={code}>{nameOf(code)}</li>
          ))}
        </ul>
      </div>
    </Popover>
  );
}
