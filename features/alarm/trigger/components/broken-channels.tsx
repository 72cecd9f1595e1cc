"use client";

import { useTranslations } from "next-intl";
import { ToneIcon } from "@/components/value/tone-icon";
import type { NoticeChannel } from "@/db/enums";
import type { ChannelStateDto } from "@/features/notice/health/schema";
import { useBrokenChannels } from "../trigger.client";

type BrokenChannelsProps = {
  channels: readonly NoticeChannel[];
  /** From the server, for readers without permission to query them. */
  states?: readonly ChannelStateDto[];
};

/** Lists the channels with an outage. */
export function BrokenChannels({ channels, states }: BrokenChannelsProps) {
  const t = useTranslations("common.brokenChannel");
  const broken = useBrokenChannels(channels, states);
  if (broken.length === 0) return null;
  return (
    <p role="status" className="flex items-start gap-1.5 text-xs">
      <ToneIcon tone="warning" className="mt-px size-3.5" />
      <span>{broken.map(({ channel, state }) => t(state, { channel: t(`channel.${channel}`) })).join(" ")}</span>
    </p>
  );
}
