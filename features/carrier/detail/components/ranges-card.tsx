"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DescriptionList } from "@/components/layout/description-list";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { formatRange } from "@/lib/units/format-range";
import { useValueLocale } from "@/lib/units/units-context";
import { useLabels } from "../../monitoring/components/labels";
import type { CarrierDetailView, TabContent } from "../detail.schema";
import { RangesDialog } from "./ranges-dialog";

type RangesCardProps = {
  view: CarrierDetailView;
  zones: Extract<TabContent, { tab: "trigger" }>["zones"];
  onChanged: () => void;
};

/** The range of each measure. Conditions without limits of their own use it. */
export function RangesCard({ view, zones, onChanged }: RangesCardProps) {
  const t = useTranslations("carrier-detail.trigger");
  const labels = useLabels();
  const locale = useValueLocale();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("ranges")}</CardTitle>
        {view.rights.edit && (
          <Button aria-label={t("rangesTitle")} onClick={() => setIsAsking(true)}>
            <Pencil aria-hidden="true" />
            {t("change")}
          </Button>
        )}
      </CardHeader>
      <CardBody>
        {zones.length === 0 ? (
          <p className="text-muted-foreground text-sm">{t("noRanges")}</p>
        ) : (
          <DescriptionList
            items={zones.map((zone) => ({
              term: labels.measure(zone.measure),
              value: (
                <>
                  <span className="tabular-nums">{formatRange(zone, locale)}</span>
                  <span className="ml-2 text-muted-foreground">{zone.name}</span>
                </>
              ),
            }))}
          />
        )}
      </CardBody>
      {isAsking && (
        <RangesDialog
          carrier={view.carrier}
          mayMakeRange={view.rights.makeRange}
          onClose={() => setIsAsking(false)}
          onDone={() => {
            setIsAsking(false);
            onChanged();
          }}
        />
      )}
    </Card>
  );
}
