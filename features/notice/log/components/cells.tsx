"use client";

import { Bell, Mail, MessageSquare, MonitorDot, Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { StateBadge } from "@/components/value/state-badge";
import type { CarrierType, NoticeChannel, NoticeStatus } from "@/db/enums";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { hasRecipient } from "../rules";
import type { NoticeLogDto } from "../schema";
import { useReason } from "./use-reason";

/** The records to which rows can link. */
export type NoticeLinks = { exceptions: boolean; carrierTypes: readonly CarrierType[] };

const CHANNEL_ICON = {
  email: Mail,
  sms: MessageSquare,
  voice: Phone,
  push: Bell,
  popup: MonitorDot,
} as const satisfies Record<NoticeChannel, unknown>;

export function ChannelCell({ channel }: { channel: NoticeChannel }) {
  const t = useTranslations("notice-log.channel");
  const Icon = CHANNEL_ICON[channel];
  return (
    <span className="inline-flex items-center gap-1.5 sm:whitespace-nowrap">
      <Icon aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
      {t(channel)}
    </span>
  );
}

/** Sent, or failed with the reason. */
export function StatusCell({ status, reason }: { status: NoticeStatus; reason: string }) {
  const t = useTranslations("notice-log.status");
  const reasonOf = useReason();
  return (
    <span className="flex min-w-0 flex-col items-start sm:min-w-36">
      <StateBadge tone={status === "failed" ? "warning" : "normal"} plain>
        {t(status)}
      </StateBadge>
      {reason && (
        <span title={reasonOf(reason)} className="wrap-anywhere line-clamp-2 text-muted-foreground text-xs">
          {reasonOf(reason)}
        </span>
      )}
    </span>
  );
}

/** Name and address; a pop-up shows that it went to logged-in users. */
export function RecipientCell({ row }: { row: NoticeLogDto }) {
  const t = useTranslations("notice-log");
  if (!row.contactName && !row.recipient)
    return <span className="text-muted-foreground">{t(hasRecipient(row.channel) ? "nobody" : "everybody")}</span>;
  return (
    <span className="flex min-w-0 flex-col sm:min-w-36">
      <span className="wrap-anywhere line-clamp-1">{row.contactName || row.recipient}</span>
      {row.contactName && row.recipient && (
        <span title={row.recipient} className="line-clamp-1 break-all text-muted-foreground text-xs">
          {row.recipient}
        </span>
      )}
      {row.remark && <span className="text-muted-foreground text-xs">{t(`remark.${row.remark}`)}</span>}
    </span>
  );
}

const nameClass = "wrap-anywhere line-clamp-2 sm:min-w-36";

/** The carrier, or the device if there is no carrier. */
export function PlaceCell({ row: { carrier, deviceName }, links }: { row: NoticeLogDto; links: NoticeLinks }) {
  if (!carrier) return <span className={nameClass}>{deviceName ?? "–"}</span>;
  if (!links.carrierTypes.includes(carrier.type)) return <span className={nameClass}>{carrier.name}</span>;
  return (
    <Link
      prefetch={false}
      href={carrierPage(carrier.id)}
      className={cn(nameClass, "underline-offset-2 hover:text-primary hover:underline")}
    >
      {carrier.name}
    </Link>
  );
}
