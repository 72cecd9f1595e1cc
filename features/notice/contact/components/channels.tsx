import { Bell, Mail, MessageSquareText, Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { StateBadge } from "@/components/value/state-badge";
import { type ContactChannel, isReachable } from "../contact.rules";

export const CHANNEL_ICON = { email: Mail, sms: MessageSquareText, voice: Phone, push: Bell } as const satisfies Record<
  ContactChannel,
  unknown
>;

type ChannelsProps = { channels: readonly ContactChannel[]; hasDevice: boolean };

/** The channels of a contact, each with icon and label. Push is marked if no device receives it. */
export function Channels({ channels, hasDevice }: ChannelsProps) {
  const t = useTranslations("contact");
  return (
    <>
      <ul className="flex flex-wrap gap-x-2.5 gap-y-1">
        {channels.map((channel) => {
          const Icon = CHANNEL_ICON[channel];
          const isIdle = channel === "push" && !hasDevice;
          return (
            <li
              key={channel}
              title={isIdle ? t("noDeviceHint") : undefined}
              className={cn(
                "flex items-center gap-1",
                isIdle ? "text-muted-foreground sm:whitespace-nowrap" : "whitespace-nowrap",
              )}
            >
              <Icon aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
              {isIdle ? t("noDevice", { channel: t(`channel.${channel}`) }) : t(`channel.${channel}`)}
            </li>
          );
        })}
      </ul>
      {!isReachable(channels, hasDevice) && (
        <StateBadge tone="warning" plain title={t("noDeviceHint")}>
          {t("unreachable")}
        </StateBadge>
      )}
    </>
  );
}
