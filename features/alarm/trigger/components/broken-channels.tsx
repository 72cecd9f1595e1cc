"use client";

import { useTranslations } from "next-intl";
import { ToneIcon } from "@/components/value/tone-icon";
import type { NoticeChannel } from "@/db/enums";
import type { ChannelStateDto } from "@/features/notice/health/schema";
import { Link } from "@/lib/i18n/navigation";
import { useBrokenChannels } from "../trigger.client";

type BrokenChannelsProps = {
  channels: readonly NoticeChannel[];
} & (
  | { customerId: number; states?: never }
  /** From the server, for readers without permission to query them. */
  | { customerId?: never; states: readonly ChannelStateDto[] }
);

/** Lists the channels that deliver nothing, with a link to the customer that has one switched off. */
export function BrokenChannels({ channels, customerId, states }: BrokenChannelsProps) {
  const t = useTranslations("common.brokenChannel");
  const broken = useBrokenChannels(channels, { customerId, states });
  if (broken.length === 0) return null;
  const setting = broken.find((one) => one.customerId !== null)?.customerId;
  return (
    <p role="status" className="flex items-start gap-1.5 text-xs">
      <ToneIcon tone="warning" className="mt-px size-3.5" />
      <span>
        {broken.map(({ channel, state }) => t(state, { channel: t(`channel.${channel}`) })).join(" ")}{" "}
        {setting && (
          <Link prefetch={false} href={`/sys/customer?id=${setting}`} className="underline underline-offset-2">
            {t("setting")}
          </Link>
        )}
      </span>
    </p>
  );
}
