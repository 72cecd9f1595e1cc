"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PageBody } from "@/components/shell/page-body";
import type { NoticeChannel } from "@/db/enums";
import { useLive } from "@/lib/live/use-live";
import { ProviderCard, type ReplyProvidersProps } from "../../reply/components/provider-card";
import { channelsQuery } from "../client";
import { type ChannelDto, type ChannelEvent, TESTED_CHANNELS } from "../schema";
import { ChannelCard } from "./channel-card";

const TestDialog = dynamic(() => import("./test-dialog").then((module) => module.TestDialog), { ssr: false });

const isTested = (channel: NoticeChannel) => (TESTED_CHANNELS as readonly NoticeChannel[]).includes(channel);

export type ChannelScreenProps = {
  channels: ChannelDto[];
  mayTest: boolean;
  /** Whether the figures cover the whole installation. */
  isInstallation: boolean;
  /** The gateways of replies; null without permission to view them. */
  replies: ReplyProvidersProps | null;
  timeZone: string;
  now: number;
};

/** The health of every notice channel, each with a test, and the gateways for replies. */
export function ChannelScreen({ channels, mayTest, isInstallation, replies, timeZone, now }: ChannelScreenProps) {
  const t = useTranslations("noticeChannel");
  const client = useQueryClient();
  const { data } = useQuery(channelsQuery({ channels }));
  const [tested, setTested] = useState<NoticeChannel | null>(null);
  const reread = () => client.invalidateQueries({ queryKey: ["noticeChannel"] });
  useLive<ChannelEvent>("channel", ({ change }) => change === "state" && void reread());
  return (
    <PageBody>
      <p className="max-w-prose text-pretty text-muted-foreground text-sm">
        {t(isInstallation ? "intro.installation" : "intro.customer")}
      </p>
      <div className="grid items-start gap-3 xl:grid-cols-2">
        {(data?.channels ?? channels).map((channel) => (
          <ChannelCard
            key={channel.channel}
            health={channel}
            isInstallation={isInstallation}
            timeZone={timeZone}
            now={now}
            onTest={mayTest && isTested(channel.channel) ? () => setTested(channel.channel) : undefined}
          />
        ))}
      </div>
      {replies && <ProviderCard {...replies} timeZone={timeZone} now={now} />}
      {tested && (
        <TestDialog
          channels={[tested]}
          contact={null}
          onClose={() => setTested(null)}
          onArrived={() => void reread()}
        />
      )}
    </PageBody>
  );
}
