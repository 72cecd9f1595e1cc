import { Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { EmptyState } from "@/components/layout/empty-state";
import { LinkTabs } from "@/components/layout/link-tabs";
import { selectOf } from "@/components/search-bar/criterion";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button-variants";
import { Card } from "@/components/ui/card";
import { CARRIER_TYPES } from "@/db/enums";
import { PlaceCriterion } from "@/features/carrier/components/criteria";
import { formatInstant } from "@/lib/datetime/format";
import { PRESETS } from "../../period.rules";
import { csvHref, guidanceHref } from "../guidance.client";
import type { GuidanceDto, GuidanceQuery } from "../guidance.schema";
import { Findings } from "./findings";
import { Pareto } from "./pareto";
import { TypeTexts } from "./type-texts";

const PATH = "/count/guidance";

export type GuidanceScreenProps = {
  guidance: GuidanceDto;
  selection: GuidanceQuery;
  values: Record<string, string>;
  now: number;
  mayEdit: boolean;
  mayOpen: boolean;
};

/** What explains the exceptions of a period, each with its evidence, and what to do about it. */
export function GuidanceScreen({ guidance, selection, values, now, mayEdit, mayOpen }: GuidanceScreenProps) {
  const t = useTranslations("guidance");
  const tCarrier = useTranslations("carrier");
  const locale = useLocale();
  const { range, timeZone, total } = guidance;
  const shown = (at: number) => formatInstant(new Date(at), new Date(now), { locale, timeZone });
  return (
    <PageBody>
      <SearchBar
        path={PATH}
        values={values}
        timeZone={timeZone}
        now={now}
        keep={["carrierId"]}
        criteria={[
          { kind: "datetimerange", name: "period", label: t("period"), presets: PRESETS },
          {
            kind: "custom",
            name: "sceneId",
            label: tCarrier("filter.sceneId"),
            control: <PlaceCriterion value={values.sceneId} />,
          },
          selectOf("carrierType", t("carrierType"), CARRIER_TYPES, (type) => tCarrier(`type.${type}`)),
        ]}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <LinkTabs
          label={t("period")}
          className="grow"
          tabs={PRESETS.map((preset) => ({
            href: guidanceHref({ ...selection, from: undefined, to: undefined, range: preset }),
            label: t(`range.${preset}`),
            current: selection.from === undefined && preset === selection.range,
          }))}
        />
        <a href={csvHref(selection)} download className={buttonVariants()}>
          <Download aria-hidden="true" />
          {t("export")}
        </a>
      </div>
      <p className="text-muted-foreground text-sm">
        {t("total", { count: total, from: shown(range.from), to: shown(range.to), zone: timeZone })}
      </p>
      {guidance.isCapped && <Alert>{t("capped", { count: total })}</Alert>}
      {total === 0 ? (
        <Card>
          <EmptyState title={t("empty")} className="min-h-64">
            {t("emptyHint")}
          </EmptyState>
        </Card>
      ) : (
        <>
          <Findings findings={guidance.findings} range={range} mayOpen={mayOpen} />
          <Pareto shares={guidance.shares} mayOpen={mayOpen} />
          <TypeTexts types={guidance.shares.type} texts={guidance.texts} mayEdit={mayEdit} mayOpen={mayOpen} />
        </>
      )}
    </PageBody>
  );
}
