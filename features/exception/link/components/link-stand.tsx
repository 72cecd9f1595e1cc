import { UserCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card, CardBody } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import { ToneIcon } from "@/components/value/tone-icon";
import { SUGGESTIONS, TEXT_LENGTH } from "../../handling/rules";
import { REFUSALS } from "../rules";
import type { LinkedExceptionDto } from "../schema";
import { LinkForm } from "./link-form";

type LinkStandProps = { detail: LinkedExceptionDto; linkKey: string; now: Date };

/** What the reader should do, or who has done it, or that nothing is to be done. */
export function LinkStand({ detail, linkKey, now }: LinkStandProps) {
  const t = useTranslations("exception");
  const tLink = useTranslations("exceptionLink");
  const tError = useTranslations("error");
  const { stand, acknowledgement, timeZone } = detail;
  if (stand === "open")
    return (
      <section aria-labelledby="acknowledge" className="rounded-lg border border-warning-line bg-warning-soft p-4">
        <h2 id="acknowledge" className="text-lg">
          {t("acknowledge.title", { count: 1 })}
        </h2>
        <p className="mt-0.5 mb-3 text-muted-foreground text-sm">{t("acknowledge.hint")}</p>
        <LinkForm
          linkKey={linkKey}
          texts={{
            comment: t("acknowledge.comment"),
            suggestions: t("acknowledge.suggestions"),
            suggestion: SUGGESTIONS.map((name) => t(`acknowledge.suggestion.${name}`)),
            submit: t("acknowledge.submit", { count: 1 }),
            length: t("acknowledge.length", { length: "{length}", maximum: TEXT_LENGTH }),
            required: t("issue.required"),
            control: t("issue.control"),
            refusals: Object.fromEntries(REFUSALS.map((name) => [name, tError(name)])),
          }}
        />
      </section>
    );
  if (stand !== "acknowledged" || acknowledgement === null)
    return (
      <Standing icon={<ToneIcon tone="paused" className="mt-0.5 size-5 text-paused" />} title={t(`state.${stand}`)}>
        <p className="mt-1 text-muted-foreground text-sm">
          {tLink(stand === "merged" ? "mergedHint" : "withdrawnHint")}
        </p>
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
