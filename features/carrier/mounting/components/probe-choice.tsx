"use client";

import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/ui/checkbox-field";
import type { Measure } from "@/db/enums";
import type { MountableProbeDto } from "../../mountable/schema";

type ProbeChoiceProps = {
  probes: readonly MountableProbeDto[];
  /** Those that stay behind. */
  left: ReadonlySet<Measure>;
  onLeave: (left: ReadonlySet<Measure>) => void;
  issue: string | undefined;
};

/** Which probes of a device are mounted; those that hang somewhere already say where. */
export function ProbeChoice({ probes, left, onLeave, issue }: ProbeChoiceProps) {
  const t = useTranslations("mounting");
  const tMeasure = useTranslations("carrier.measure");
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{t("probes")}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {probes.map(({ measure, isFree, carrierName }) => (
          <CheckboxField
            key={measure}
            label={tMeasure(measure)}
            hint={isFree ? undefined : t("hangsAt", { carrier: carrierName ?? t("elsewhere") })}
            checked={isFree && !left.has(measure)}
            disabled={!isFree}
            onChange={(event) => {
              const next = new Set(left);
              event.target.checked ? next.delete(measure) : next.add(measure);
              onLeave(next);
            }}
          />
        ))}
      </div>
      {issue && (
        <p role="alert" className="mt-1 text-critical text-sm">
          {issue}
        </p>
      )}
    </fieldset>
  );
}
