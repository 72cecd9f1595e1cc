"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { StateBadge } from "@/components/value/state-badge";
import type { Tone } from "@/components/value/tone";
import { formatStamp } from "@/lib/datetime/format";
import type { SignatureDto, SignatureState } from "../signature.schema";

const TONE: Record<SignatureState, Tone> = {
  valid: "normal",
  changed: "warning",
  superseded: "offline",
  forged: "critical",
};

type SignatureListProps = { signatures: readonly SignatureDto[]; timeZone: string };

/** Who signed what a record says, when and with which meaning, and whether it still says so (21 CFR 11.50). */
export function SignatureList({ signatures, timeZone }: SignatureListProps) {
  const t = useTranslations("signature");
  return (
    <section aria-labelledby="signatures" className="flex flex-col gap-2">
      <h3 id="signatures" className="text-base">
        {t("heading")}
      </h3>
      {signatures.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t("empty")}</p>
      ) : (
        <ol className="flex flex-col divide-y divide-border rounded-lg border border-border">
          {signatures.map((one) => (
            <li key={one.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-56">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-medium">{one.printedName}</span>
                  <span className="text-muted-foreground text-sm">{one.account}</span>
                  <Badge>{t(`meaning.${one.meaning}`)}</Badge>
                  {one.version > 1 && <Badge>{t("version", { version: one.version })}</Badge>}
                </p>
                <time dateTime={one.at} className="text-muted-foreground text-sm tabular-nums">
                  {formatStamp(new Date(one.at), { timeZone })}
                </time>
                {one.reason && <p className="mt-1 text-pretty text-sm">{one.reason}</p>}
                {one.changedFields.length > 0 && (
                  <p className="mt-1 break-words text-warning text-xs">
                    {t("changedFields", { fields: one.changedFields.join(", ") })}
                  </p>
                )}
              </div>
              {one.hasImage && (
                // Not by next/image, which would make the picture public.
                <img
                  src={`/service/signature/${one.id}/image`}
                  alt={t("image", { name: one.printedName })}
                  className="h-10 w-28 object-contain dark:invert"
                  loading="lazy"
                />
              )}
              <StateBadge tone={TONE[one.state]}>{t(`state.${one.state}`)}</StateBadge>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
