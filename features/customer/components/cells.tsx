"use client";

import { useTranslations } from "next-intl";
import { OpenLink } from "@/components/data-table/open-link";
import { StateBadge } from "@/components/value/state-badge";
import type { CustomerRowDto } from "../customer.schema";

/** Name and code; the name opens the record. */
export function NameCell({ row, href, onOpen }: { row: CustomerRowDto; href: string; onOpen: (id: number) => void }) {
  return (
    <span className="flex min-w-0 flex-col max-sm:pr-8 sm:min-w-40">
      <OpenLink rowId={row.id} href={href} onOpen={() => onOpen(row.id)}>
        {row.name}
      </OpenLink>
      <span className="truncate font-normal text-muted-foreground text-xs">{row.code}</span>
    </span>
  );
}

export function StatusCell({ status }: Pick<CustomerRowDto, "status">) {
  const t = useTranslations("customer.status");
  return (
    <StateBadge plain className="align-middle" tone={status === "active" ? "normal" : "offline"}>
      {t(status)}
    </StateBadge>
  );
}

/** Contact person and phone number. */
export function ContactCell({ contact, phone }: Pick<CustomerRowDto, "contact" | "phone">) {
  return (
    <span className="flex min-w-0 flex-col sm:min-w-28">
      <span className="line-clamp-2 break-words">{contact || (!phone && "–")}</span>
      <span className="whitespace-nowrap text-muted-foreground text-xs">{phone}</span>
    </span>
  );
}
