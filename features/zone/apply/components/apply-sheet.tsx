"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { CarrierSheet } from "@/components/carrier-choice/carrier-sheet";
import { useChosen } from "@/components/carrier-choice/use-chosen";
import { useIssueText } from "@/components/form/use-record-form";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { formatRange } from "@/lib/units/format-range";
import { CustomerUnit, useValueLocale } from "@/lib/units/units-context";
import type { ZoneRowDto } from "../../zone.schema";
import { applyRange, candidatesQuery, type Wanted } from "../client";
import { outcomeOf } from "../rules";
import type { CandidateDto } from "../schema";
import { CandidateFilter } from "./candidate-filter";
import { CandidateRow } from "./candidate-row";

type ApplySheetProps = { zone: ZoneRowDto; onClose: () => void; onDone: () => void };

/** Selects the carriers that a range is applied to, and previews the effect on each. */
export const ApplySheet = (props: ApplySheetProps) => (
  <CustomerUnit customerId={props.zone.customerId}>
    <Sheet {...props} />
  </CustomerUnit>
);

function Sheet({ zone, onClose, onDone }: ApplySheetProps) {
  const t = useTranslations("zone.apply");
  const tError = useTranslations("error");
  const locale = useValueLocale();
  const textOf = useIssueText();
  const [wanted, setWanted] = useState<Wanted>({ q: "", type: "", sceneId: "" });
  const asked = useDeferredValue(wanted);
  const found = useQuery(candidatesQuery(zone.id, { ...asked, q: asked.q.trim() }));
  const { chosen, choose } = useChosen<CandidateDto>(() => action.reset());
  const action = useServiceMutation(() => applyRange(zone.id, [...chosen.keys()]), ["zone", zone.id]);

  const open = found.data?.items.filter((one) => ["first", "replaced"].includes(outcomeOf(one, zone.id))) ?? [];
  const replaced = [...chosen.values()].filter(({ current }) => current !== null).length;
  const errorOf = (failure: unknown): string => {
    if (!(failure instanceof ServiceError)) return tError("INTERNAL");
    const [issue] = failure.issues;
    const index = Number(issue?.path.split(".")[1]);
    const name = [...chosen.values()][index]?.name;
    return issue && name ? t("refused", { name, reason: textOf(issue) }) : tError(failure.key);
  };
  const submit = () =>
    action.mutate(undefined, {
      onSuccess: () => {
        showToast("normal", t("done", { name: zone.name, count: chosen.size }));
        onDone();
      },
    });
  return (
    <CarrierSheet
      title={t("title", { name: zone.name })}
      description={t("description", { limits: formatRange(zone, locale) })}
      search={<CandidateFilter customerId={zone.customerId} wanted={wanted} onWant={setWanted} />}
      found={found}
      open={open}
      allText={t("all", { count: open.length })}
      chosen={chosen}
      choose={choose}
      row={(candidate, isChosen, onChoose) => (
        <CandidateRow key={candidate.id} zone={zone} candidate={candidate} isChosen={isChosen} onChoose={onChoose} />
      )}
      summary={
        chosen.size === 0 ? t("choose") : t("summary", { count: chosen.size, replaced, first: chosen.size - replaced })
      }
      refusal={action.error ? errorOf(action.error) : undefined}
      submitText={t("submit", { count: chosen.size })}
      isPending={action.isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
