"use client";

import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/checkbox-field";
import { probeKey } from "@/features/telemetry/ingest/channel.rules";
import type { ProbeKey } from "@/features/telemetry/ingest/ingest.schema";
import type { MountCandidateProbe } from "../candidate.schema";
import { useProbeName } from "./use-probe-name";

type ProbeChoiceProps = {
  probes: readonly MountCandidateProbe[];
  /** Probes that are not mounted. */
  left: ReadonlySet<ProbeKey>;
  onLeave: (left: ReadonlySet<ProbeKey>) => void;
  issue: string | undefined;
};

/** Selects the probes of a device to mount; those already mounted show where. */
export function ProbeChoice({ probes, left, onLeave, issue }: ProbeChoiceProps) {
  const t = useTranslations("mounting");
  const nameOf = useProbeName();
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{t("probes")}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {probes.map((probe) => {
          const { measure, channel, isFree, carrierName } = probe;
          const key = probeKey(measure, channel);
          return (
            <CheckboxField
              key={key}
              label={nameOf(probe, probes)}
              hint={isFree ? undefined : t("hangsAt", { carrier: carrierName ?? t("elsewhere") })}
              checked={isFree && !left.has(key)}
              disabled={!isFree}
              onChange={(event) => {
                const next = new Set(left);
                event.target.checked ? next.delete(key) : next.add(key);
                onLeave(next);
              }}
            />
          );
        })}
      </div>
      {issue && (
        <p role="alert" className="mt-1 text-critical text-sm">
          {issue}
        </p>
      )}
    </fieldset>
  );
}
