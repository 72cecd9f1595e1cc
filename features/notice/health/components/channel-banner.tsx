"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { showToast } from "@/components/ui/toast-store";
import { TONE_SOFT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { Link } from "@/lib/i18n/navigation";
import { useLive } from "@/lib/live/use-live";
import { troublesQuery } from "../client";
import type { ChannelEvent, ChannelTrouble } from "../schema";

type ChannelBannerProps = { troubles: ChannelTrouble[]; userId: number };

/** Shown on every page to users who can act while plans use a broken channel. Also shows their pop-ups. */
export function ChannelBanner({ troubles: initial, userId }: ChannelBannerProps) {
  const t = useTranslations("live.channel");
  const client = useQueryClient();
  const { data: troubles } = useQuery(troublesQuery(initial));
  useLive<ChannelEvent>("channel", (event) => {
    if (event.change === "state") void client.invalidateQueries({ queryKey: ["noticeChannel"] });
    else if (event.userId !== userId) return;
    else if (event.change === "test") showToast("info", t("testPopup"));
    else showToast("warning", t("outage", { channel: t(`name.${event.channel}`) }));
  });
  if (troubles.length === 0) return null;
  const isFailing = troubles.some(({ state }) => state === "failing");
  const tone = isFailing ? "critical" : "warning";
  return (
    <section
      aria-label={t("label")}
      data-chrome=""
      className={cn("flex shrink-0 items-start gap-2 border-b px-4 py-1.5 text-sm max-sm:px-3", TONE_SOFT[tone])}
    >
      <ToneIcon tone={tone} className="mt-0.5 size-4 shrink-0" />
      <ul className="min-w-0 flex-1 text-foreground">
        {troubles.map(({ channel, state, plans, contacts }) => (
          <li key={channel}>
            {t(channel === "popup" ? `${state}Popup` : state, {
              channel: t(`name.${channel}`),
              plans,
              contacts,
            })}
          </li>
        ))}
      </ul>
      <Link
        prefetch={false}
        href="/noti/channel"
        className="shrink-0 font-medium text-foreground underline underline-offset-2"
      >
        {t("open")}
      </Link>
    </section>
  );
}
