"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { showToast } from "@/components/ui/toast-store";
import { TONE_SOFT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { Link } from "@/lib/i18n/navigation";
import { useLive } from "@/lib/live/use-live";
import { troublesQuery } from "../client";
import type { ChannelEvent, ChannelTrouble } from "../schema";

const STATES = ["failing", "unconfigured", "switchedOff"] as const satisfies readonly ChannelTrouble["state"][];

type ChannelBannerProps = { troubles: ChannelTrouble[]; userId: number; maySeeCustomer: boolean };

/** Shown on every page to users who can act while plans use a broken channel. Also shows their pop-ups. */
export function ChannelBanner({ troubles: initial, userId, maySeeCustomer }: ChannelBannerProps) {
  const t = useTranslations("live.channel");
  const locale = useLocale();
  const client = useQueryClient();
  const { data: troubles } = useQuery(troublesQuery(initial));
  useLive<ChannelEvent>("channel", (event) => {
    if (event.change === "state") void client.invalidateQueries({ queryKey: ["noticeChannel"] });
    else if (event.userId !== userId) return;
    else if (event.change === "test") showToast("info", t("testPopup"));
    else showToast("warning", t("outage", { channel: t(`name.${event.channel}`) }));
  });
  /** Several channels with the same fault are one line, because every page has it; the linked screen has the counts. */
  const textOf = (state: ChannelTrouble["state"], [first, ...others]: ChannelTrouble[]): string => {
    if (!first) return "";
    const names = [first, ...others].map(({ channel }) => t(`name.${channel}`));
    if (others.length > 0) return t(`${state}Several`, { channels: new Intl.ListFormat(locale).format(names) });
    const { channel, plans, contacts } = first;
    // Customers cannot switch off pop-ups.
    const key = channel === "popup" && state !== "switchedOff" ? (`${state}Popup` as const) : state;
    return t(key, { channel: t(`name.${channel}`), plans, contacts });
  };
  if (troubles.length === 0) return null;
  const off = troubles.filter(({ state }) => state === "switchedOff");
  const links = [
    ...(off.length < troubles.length ? [{ href: "/noti/channel", label: t("open") }] : []),
    ...(off.length > 0 && maySeeCustomer ? [{ href: settingOf(off), label: t("openCustomer") }] : []),
  ];
  const tone = troubles.some(({ state }) => state === "failing") ? "critical" : "warning";
  return (
    <section
      aria-label={t("label")}
      data-chrome=""
      className={cn("flex shrink-0 items-start gap-2 border-b px-4 py-1.5 text-sm max-sm:px-3", TONE_SOFT[tone])}
    >
      <ToneIcon tone={tone} className="mt-0.5 size-4 shrink-0" />
      <ul className="min-w-0 flex-1 text-foreground">
        {STATES.map((state) => {
          const alike = troubles.filter((trouble) => trouble.state === state);
          return alike.length > 0 && <li key={state}>{textOf(state, alike)}</li>;
        })}
      </ul>
      {links.map(({ href, label }) => (
        <Link
          key={href}
          prefetch={false}
          href={href}
          className="shrink-0 font-medium text-foreground underline underline-offset-2"
        >
          {label}
        </Link>
      ))}
    </section>
  );
}

/** The settings of the customer concerned; the list, if there are several. */
function settingOf(off: readonly ChannelTrouble[]): string {
  const ids = new Set(off.map(({ customerId }) => customerId));
  const [id] = ids;
  return ids.size === 1 && id ? `/sys/customer?id=${id}` : "/sys/customer";
}
