"use client";

import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { OpenLink } from "@/components/data-table/open-link";
import { Stamp } from "@/components/value/stamp";
import { headlineOf } from "../rules";
import type { NoticeLogDto } from "../schema";
import { ChannelCell, type NoticeLinks, PlaceCell, RecipientCell, StatusCell } from "./cells";

type ColumnOptions = {
  timeZone: string;
  isForSeveral: boolean;
  links: NoticeLinks;
  hrefOf: (id: number) => string;
  onOpen: (id: number) => void;
};

export function useColumns({ timeZone, isForSeveral, links, hrefOf, onOpen }: ColumnOptions): Column<NoticeLogDto>[] {
  const t = useTranslations("notice-log");
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  return [
    {
      ...column("at"),
      priority: 1,
      cell: (row) => (
        <OpenLink rowId={row.id} href={hrefOf(row.id)} onOpen={() => onOpen(row.id)} className="whitespace-nowrap">
          <Stamp at={row.at} timeZone={timeZone} />
        </OpenLink>
      ),
    },
    { ...column("contact"), cell: (row) => <RecipientCell row={row} /> },
    { ...column("channel"), cell: (row) => <ChannelCell channel={row.channel} /> },
    { ...column("type"), cell: (row) => <span className="sm:whitespace-nowrap">{t(`type.${row.type}`)}</span> },
    { ...column("status"), cell: (row) => <StatusCell status={row.status} reason={row.reason} /> },
    { ...column("place"), cell: (row) => <PlaceCell row={row} links={links} /> },
    {
      ...column("content"),
      cell: (row) =>
        row.content === null ? (
          <span className="text-muted-foreground">{t("withheld")}</span>
        ) : (
          <span
            title={row.content}
            className="wrap-anywhere line-clamp-2 text-muted-foreground sm:min-w-36 sm:max-w-72"
          >
            {headlineOf(row.content, row.contactName)}
          </span>
        ),
    },
    { ...column("attempt"), align: "right", priority: 3, cell: (row) => row.attempt },
    ...(isForSeveral
      ? [
          {
            ...column("customer"),
            cell: (row: NoticeLogDto) => (
              <span title={row.customerName} className="wrap-anywhere line-clamp-2 sm:min-w-32">
                {row.customerName}
              </span>
            ),
          },
        ]
      : []),
  ];
}
