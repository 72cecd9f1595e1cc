"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RecordSheet } from "@/components/dialog/record-sheet";
import { ButtonLink } from "@/components/layout/button-link";
import { DescriptionList } from "@/components/layout/description-list";
import { Stamp } from "@/components/value/stamp";
import { Link } from "@/lib/i18n/navigation";
import { noticeQuery } from "../client";
import type { NoticeLogDetailDto } from "../schema";
import { ChannelCell, type NoticeLinks, PlaceCell, RecipientCell, StatusCell } from "./cells";

type Shared = { path: string; links: NoticeLinks; timeZone: string };
type DetailSheetProps = Shared & { id: number; onClose: () => void };

/** One attempt in full: recipient, content, result, and the other attempts of the message. */
export function DetailSheet({ id, onClose, ...shared }: DetailSheetProps) {
  const t = useTranslations("notice-log");
  return (
    <RecordSheet
      query={useQuery(noticeQuery(id))}
      title={(row) => `${t(`type.${row.type}`)} · ${t(`channel.${row.channel}`)}`}
      failed={t("detail.failed")}
      missing={t("detail.missing")}
      onClose={onClose}
    >
      {(row) => (
        <>
          <Facts row={row} {...shared} />
          <Content row={row} />
          {row.attempts.length > 1 && <Attempts row={row} {...shared} />}
          {row.together.length > 0 && <Together row={row} {...shared} />}
        </>
      )}
    </RecordSheet>
  );
}

type PartProps = Shared & { row: NoticeLogDetailDto };

function Facts({ row, path, links, timeZone }: PartProps) {
  const t = useTranslations("notice-log");
  const items = [
    { term: t("column.at"), value: <Stamp at={row.at} timeZone={timeZone} /> },
    { term: t("column.contact"), value: <RecipientCell row={row} /> },
    { term: t("column.channel"), value: <ChannelCell channel={row.channel} /> },
    {
      term: t("column.status"),
      value: <StatusCell status={row.status} reason={row.reason} />,
    },
    { term: t("column.attempt"), value: row.attempt },
    ...(row.message
      ? [
          { term: t("detail.dueAt"), value: <Stamp at={row.message.dueAt} timeZone={timeZone} /> },
          { term: t("detail.message"), value: t(`outbox.${row.message.status}`) },
        ]
      : []),
    ...(row.carrier || row.deviceName
      ? [{ term: t("column.place"), value: <PlaceCell row={row} links={links} /> }]
      : []),
    ...(row.exception
      ? [
          {
            term: t("column.exception"),
            value: (
              <span>
                {t("detail.exception", { severity: t(`severity.${row.exception.severity}`) })}{" "}
                <Stamp at={row.exception.startedAt} timeZone={timeZone} className="whitespace-nowrap" />
              </span>
            ),
          },
        ]
      : []),
    { term: t("column.customer"), value: row.customerName },
  ];
  return (
    <section className="flex flex-col items-start gap-2">
      <DescriptionList items={items} className="w-full" />
      {row.exceptionId !== null && (
        <div className="-ml-px flex flex-wrap gap-x-4">
          {links.exceptions && (
            <ButtonLink
              variant="link"
              className="touch:min-h-11"
              prefetch={false}
              href={`/abnormal/dataex?id=${row.exceptionId}`}
            >
              {t("detail.openException")}
            </ButtonLink>
          )}
          <ButtonLink
            variant="link"
            className="touch:min-h-11"
            prefetch={false}
            href={`${path}?exceptionId=${row.exceptionId}`}
          >
            {t("detail.ofException")}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

function Content({ row }: { row: NoticeLogDetailDto }) {
  const t = useTranslations("notice-log");
  return (
    <section>
      <h3 className="mb-2 font-semibold text-base">{t("column.content")}</h3>
      {row.content === null ? (
        <p className="text-muted-foreground text-sm">{t("withheldHint")}</p>
      ) : (
        <p className="wrap-anywhere whitespace-pre-line rounded-md border bg-muted px-3 py-2 text-sm">
          {row.content || "–"}
        </p>
      )}
    </section>
  );
}

function Attempts({ row, timeZone }: PartProps) {
  const t = useTranslations("notice-log.detail");
  return (
    <section>
      <h3 className="mb-2 font-semibold text-base">{t("attempts")}</h3>
      <ol className="divide-y rounded-md border text-sm">
        {row.attempts.map(({ id, at, status, reason, attempt }) => (
          <li
            key={id}
            aria-current={id === row.id ? "true" : undefined}
            className="grid grid-cols-[2rem_auto_1fr] items-start gap-x-3 px-3 py-2 tabular-nums aria-[current]:bg-accent"
          >
            <span className="text-muted-foreground">{attempt}</span>
            <Stamp at={at} timeZone={timeZone} className="whitespace-nowrap" />
            <StatusCell status={status} reason={reason} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Together({ row, links }: PartProps) {
  const t = useTranslations("notice-log.detail");
  return (
    <section>
      <h3 className="mb-2 font-semibold text-base">{t("together")}</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {row.together.map(({ id, exceptionId, place }) => (
          <li key={id} className="wrap-anywhere">
            {links.exceptions ? (
              <Link
                prefetch={false}
                href={`/abnormal/dataex?id=${exceptionId}`}
                className="underline-offset-2 hover:text-primary hover:underline"
              >
                {place}
              </Link>
            ) : (
              place
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
