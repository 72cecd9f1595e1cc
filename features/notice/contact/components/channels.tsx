import { Mail, MessageSquareText, Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ContactChannel } from "../rules";

export const CHANNEL_ICON = { email: Mail, sms: MessageSquareText, voice: Phone } as const satisfies Record<
  ContactChannel,
  unknown
>;

/** The ways in which somebody is told, each by icon and word. */
export function Channels({ channels }: { channels: readonly ContactChannel[] }) {
  const t = useTranslations("contact.channel");
  return (
    <ul className="flex gap-x-2.5 gap-y-1 max-xl:flex-wrap">
      {channels.map((channel) => {
        const Icon = CHANNEL_ICON[channel];
        return (
          <li key={channel} className="flex items-center gap-1 whitespace-nowrap">
            <Icon aria-hidden="true" className="size-3.5 text-muted-foreground" />
            {t(channel)}
          </li>
        );
      })}
    </ul>
  );
}
