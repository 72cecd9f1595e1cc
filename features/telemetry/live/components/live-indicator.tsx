"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Volume2, VolumeX } from "lucide-react";
import { useTranslations } from "next-intl";
import { LiveDot } from "@/components/shell/live-dot";
import { Button } from "@/components/ui/button";
import type { Tone } from "@/components/value/tone";
import { useRouter } from "@/lib/i18n/navigation";
import type { StreamStatus } from "@/lib/live/event-stream";
import { useLive, useLiveStatus } from "@/lib/live/use-live";
import { useMuted } from "../live.client";

const TONE: Record<StreamStatus, Tone> = {
  connecting: "offline",
  live: "normal",
  reconnecting: "warning",
  offline: "critical",
  ended: "offline",
};

/** Shows whether data is live and whether alarms sound. Refetches everything if the stream cannot resume. */
export function LiveIndicator() {
  const t = useTranslations("live");
  const status = useLiveStatus();
  const client = useQueryClient();
  const router = useRouter();
  const [muted, setMuted] = useMuted();
  const Icon = muted ? VolumeX : Volume2;

  useLive("reset", () => {
    void client.invalidateQueries();
    router.refresh();
  });
  return (
    <>
      <LiveDot tone={TONE[status]} hint={t(`meaning.${status}`)}>
        {t(`status.${status}`)}
      </LiveDot>
      <Button
        variant="ghost"
        size="icon"
        aria-pressed={muted}
        aria-label={t("mute")}
        title={muted ? t("unmute") : t("mute")}
        onClick={() => setMuted(!muted)}
      >
        <Icon aria-hidden="true" />
      </Button>
    </>
  );
}
