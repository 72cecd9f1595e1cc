import { useTranslations } from "next-intl";
import { Card, CardBody } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import { ToneIcon } from "@/components/value/tone-icon";
import type { LinkedExceptionDto, ToldDto } from "../schema";

/** Who was notified, when and by which channel; names only. */
export function LinkNotified({ detail, now }: { detail: LinkedExceptionDto; now: Date }) {
  const t = useTranslations("exceptionLink");
  const tTimeline = useTranslations("exception.timeline");
  return (
    <Card>
      <CardBody>
        <h2 className="mb-2 text-base">{t("told")}</h2>
        {detail.told.length === 0 && <p className="text-muted-foreground text-sm">{tTimeline("nobodyTold")}</p>}
        <ol className="flex flex-col gap-2 text-sm">
          {detail.told.map((told, index) => (
            // The index is a stable key: entries are never removed or reordered.
            <li key={`${told.at}-${index}`} className="flex flex-wrap items-center justify-between gap-x-3">
              <Line told={told} />
              <Instant
                at={Date.parse(told.at)}
                now={now}
                timeZone={detail.timeZone}
                className="text-muted-foreground text-xs tabular-nums"
              />
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

function Line({ told: { channel, name, isSent } }: { told: ToldDto }) {
  const t = useTranslations("exception.timeline");
  const tChannel = useTranslations("exception.channel");
  if (channel === "popup") return <span>{t("popup")}</span>;
  const text = t(isSent ? "told" : "notTold", { channel: tChannel(channel), name: name || "–" });
  if (isSent) return <span className="min-w-0 break-words">{text}</span>;
  return (
    <span className="flex min-w-0 items-start gap-1.5 break-words">
      <ToneIcon tone="warning" className="mt-0.5 size-4 text-warning" />
      {text}
    </span>
  );
}
