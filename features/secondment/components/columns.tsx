"use client";

import { ArrowLeft, ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { DeviceIcon } from "@/components/value/device-icon";
import { Instant } from "@/components/value/instant";
import { Link } from "@/lib/i18n/navigation";
import { windowOf } from "@/lib/page/device-window";
import type { SecondmentDto } from "../secondment.schema";
import { StateBadge } from "./state-badge";

type Clock = { now: number; timeZone: string };

/** The device: its name, which opens it, with the serial number; after the lender's removal the number alone. */
export function DeviceName({ row }: { row: SecondmentDto }) {
  const t = useTranslations("secondment.kind");
  const { device, serialNumber, kind } = row;
  return (
    <span className="flex min-w-0 items-center gap-2.5 max-sm:pr-4">
      <span title={t(kind)} className="shrink-0 text-muted-foreground">
        <DeviceIcon kind={kind} />
        <span className="sr-only">{t(kind)}</span>
      </span>
      <span className="min-w-0 sm:min-w-32">
        {device ? (
          <Link
            href={windowOf(kind, device.id)}
            target="_blank"
            prefetch={false}
            className="line-clamp-2 break-words font-medium hover:text-primary"
          >
            {device.name}
          </Link>
        ) : (
          <span className="font-medium">{serialNumber}</span>
        )}
        {device && device.name !== serialNumber && (
          <span title={serialNumber} className="line-clamp-1 break-all font-normal text-faint-foreground text-xs">
            {serialNumber}
          </span>
        )}
      </span>
    </span>
  );
}

/** From one customer to the other; an arrow says which way the device goes for the reader. */
function Parties({ row: { lender, borrower } }: { row: SecondmentDto }) {
  const t = useTranslations("secondment.direction");
  const isOut = lender.id !== null;
  const isIn = borrower.id !== null;
  const both = isOut === isIn;
  const Icon = isIn && !isOut ? ArrowLeft : ArrowRight;
  return (
    <span className="flex min-w-0 items-center gap-2 sm:min-w-40">
      {both && <span className="line-clamp-2 break-words">{lender.name}</span>}
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      {!both && <span className="sr-only">{t(isOut ? "out" : "in")}</span>}
      <span className="line-clamp-2 break-words">{isIn && !isOut ? lender.name : borrower.name}</span>
    </span>
  );
}

export function useSpan({ now, timeZone }: Clock) {
  const t = useTranslations("secondment");
  const at = (value: number) => <Instant at={value} now={now} timeZone={timeZone} className="whitespace-nowrap" />;
  return {
    start: ({ startsAt, state }: SecondmentDto) =>
      startsAt === null ? t(state === "requested" ? "onConfirm" : "none") : at(startsAt),
    /** The agreed end, or how it is without one. */
    end: ({ endsAt, endedAt, isTransfer }: SecondmentDto) => {
      if (endedAt !== null) return at(endedAt);
      return endsAt === null ? (
        <span className="text-muted-foreground">{t(isTransfer ? "forGood" : "untilRevoked")}</span>
      ) : (
        at(endsAt)
      );
    },
    at,
  };
}

/** The columns of secondments. */
export function useColumns(clock: Clock): Column<SecondmentDto>[] {
  const t = useTranslations("secondment");
  const span = useSpan(clock);
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return [
    {
      ...column("serialNumber"),
      header: t("field.device"),
      sortable: true,
      priority: 1,
      cell: (row) => <DeviceName row={row} />,
    },
    { ...column("parties"), priority: 1, cell: (row) => <Parties row={row} /> },
    { ...column("state"), cell: ({ state }) => <StateBadge state={state} /> },
    { ...column("isTransfer"), cell: ({ isTransfer }) => t(isTransfer ? "transfer" : "loan") },
    { ...column("startsAt"), sortable: true, cell: span.start },
    { ...column("endsAt"), cell: span.end },
    {
      ...column("remark"),
      priority: 3,
      width: "14rem",
      cell: ({ remark, endReason }) => <span className="wrap-anywhere line-clamp-3">{endReason || remark || "–"}</span>,
    },
    { ...column("createdAt"), sortable: true, hidden: true, cell: ({ createdAt }) => span.at(createdAt) },
  ];
}
