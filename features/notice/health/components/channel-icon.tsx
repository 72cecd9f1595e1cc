import { Bell, Mail, MessageSquare, MonitorDot, Phone } from "lucide-react";
import type { NoticeChannel } from "@/db/enums";

const ICON = { email: Mail, sms: MessageSquare, voice: Phone, push: Bell, popup: MonitorDot } as const satisfies Record<
  NoticeChannel,
  unknown
>;

/** The icon of a channel. Decorative, because the name is shown beside it. */
export function ChannelIcon({ channel, className }: { channel: NoticeChannel; className?: string }) {
  const Icon = ICON[channel];
  return <Icon aria-hidden="true" className={className} />;
}
