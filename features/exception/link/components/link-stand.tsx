import { UserCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card, CardBody } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import { ToneIcon } from "@/components/value/tone-icon";
import { valueLocale } from "@/lib/units/value-locale";
import type { NextNotice } from "../../briefing/briefing.schema";
import { Outlook } from "../../briefing/components/outlook";
import { useAcknowledgeTexts } from "../../handling/components/acknowledge-texts";
import { REFUSALS } from "../rules";
import type { LinkedExceptionDto } from "../schema";
import { LinkForm } from "./link-form";

/** Why nothing is to be done, where nobody has acknowledged. */
const HINTS = {
  open: "withdrawnHint",
  acknowledged: "acknowledgedHint",
  removed: "removedHint",
  withdrawn: "withdrawnHint",
  merged: "mergedHint",
} as const;

type LinkStandProps = { detail: LinkedExceptionDto; next: NextNotice | null; linkKey: string; now: Date };

/** What the reader should do, or who has done it, or that nothing is to be done. */
export function LinkStand({ detail, next, linkKey, now }: LinkStandProps) {
  const t = useTranslations("exception");
  const tAcknowledge = useTranslations("acknowledge");
  const tLink = useTranslations("exceptionLink");
  const tError = useTranslations("error");
  const texts = useAcknowledgeTexts();
  const locale = useLocale();
  const { stand, acknowledgement, briefing, measure, timeZone } = detail;
  if (stand === "open" && briefing)
    return (
      <section aria-labelledby="acknowledge" className="rounded-lg border border-warning-line bg-warning-soft p-4">
        <h2 id="acknowledge" className="text-lg">
          {tAcknowledge("title", { count: 1 })}
        </h2>
        <p className="mt-0.5 mb-3 text-muted-foreground text-sm">{tAcknowledge("hint")}</p>
        <LinkForm
          linkKey={linkKey}
          causes={briefing.causes}
          texts={{
            ...texts,
            submit: tAcknowledge("submit", { count: 1 }),
            required: tAcknowledge("issue.required"),
            control: tAcknowledge("issue.control"),
            refusals: Object.fromEntries(REFUSALS.map((name) => [name, tError(name)])),
          }}
        />
        <div className="mt-4 border-t pt-3">
          <Outlook
            current={briefing.current}
            next={next}
            measure={measure}
            locale={valueLocale(locale, detail.temperatureUnit)}
            timeZone={timeZone}
            now={now}
          />
        </div>
      </section>
    );
  if (stand !== "acknowledged" || acknowledgement === null)
    return (
      <Standing icon={<ToneIcon tone="paused" className="mt-0.5 size-5 text-paused" />} title={t(`state.${stand}`)}>
        <p className="mt-1 text-muted-foreground text-sm">{tLink(HINTS[stand])}</p>
      </Standing>
    );
  const { at, by, comment, via } = acknowledgement;
  return (
    <Standing
      icon={<UserCheck aria-hidden="true" className="mt-0.5 size-5 text-normal" />}
      title={t(`timeline.acknowledgedVia.${via}`, { name: by })}
    >
      <Instant at={Date.parse(at)} now={now} timeZone={timeZone} className="text-muted-foreground text-sm" />
      <p className="mt-2 whitespace-pre-line break-words border-border-strong border-l-2 pl-3">{comment}</p>
      <p className="mt-3 text-muted-foreground text-sm">{tLink("acknowledgedHint")}</p>
    </Standing>
  );
}

const Standing = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <Card>
    <CardBody className="flex items-start gap-3 [&>svg]:shrink-0">
      {icon}
      <div role="status" className="min-w-0 flex-1">
        <h2 className="break-words text-lg">{title}</h2>
        {children}
      </div>
    </CardBody>
  </Card>
);
