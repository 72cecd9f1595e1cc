"use client";

import { ChartLine } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { cn } from "@/components/ui/cn";
import type { HomeStyle } from "@/db/enums";
import { Checklist } from "../checklist/components/checklist";
import { useOverview } from "../home.client";
import type { HomeView } from "../home.schema";
import { CountStrip } from "./count-strip";
import { CustomerCard } from "./customer-card";
import { ExceptionCard } from "./exception-card";
import { PlanLinks } from "./plan-links";
import { StyleSwitch } from "./style-switch";
import { VerdictBanner } from "./verdict";

type HomeFrameProps = HomeView & {
  style: HomeStyle;
  /** The content shows counts itself. */
  isCounted?: boolean;
  /** The content shows exceptions itself. */
  isAlone?: boolean;
  children: ReactNode;
};

/** The frame shared by all styles of home: verdict, counts, and latest exceptions. */
export function HomeFrame(props: HomeFrameProps) {
  const { rights, timeZone, now, style, isCounted = false, isAlone = false, children } = props;
  const t = useTranslations("home");
  const overview = useOverview(props.overview);
  const { carriers, exceptions, plans } = overview;
  const hasAside = !isAlone && (exceptions !== null || carriers?.customers != null || plans.length > 0);
  return (
    <>
      <VerdictBanner overview={overview} rights={rights} timeZone={timeZone} now={now}>
        <div className="flex items-center gap-1.5">
          {rights.history && (
            <ButtonLink href="/historyData" target="_blank" prefetch={false} data-guide="history">
              <ChartLine aria-hidden="true" />
              {t("history")}
            </ButtonLink>
          )}
          <StyleSwitch style={style} />
        </div>
      </VerdictBanner>
      <Checklist first={props.checklist} refreshSeconds={overview.refreshSeconds} />
      {carriers && !isCounted && <CountStrip carriers={carriers} />}
      <div
        className={cn(
          "grid min-h-0 grow gap-3",
          hasAside &&
            "xl:grid-cols-[minmax(0,1fr)_19rem] 2xl:grid-cols-[minmax(0,1fr)_23rem] max-xl:grid-rows-[auto_1fr]",
        )}
      >
        {hasAside && (
          <aside
            aria-label={t("aside")}
            className="grid content-start gap-3 md:max-xl:grid-cols-2 xl:order-last xl:overflow-y-auto"
          >
            {exceptions && (
              <ExceptionCard
                exceptions={exceptions}
                mayAcknowledge={rights.acknowledge}
                timeZone={timeZone}
                now={now}
              />
            )}
            {carriers?.customers && <CustomerCard customers={carriers.customers} />}
            {plans.length > 0 && <PlanLinks plans={plans} />}
          </aside>
        )}
        <div className="flex min-h-0 min-w-0 flex-col gap-3">{children}</div>
      </div>
    </>
  );
}
