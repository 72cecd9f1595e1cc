"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";
import { ExceptionLines } from "../../components/exception-card";
import { FigureTiles } from "../../components/figure-tiles";
import type { HomeRights } from "../../home.schema";
import type { Card, CardContent } from "../schema";
import { ListBody, ValueBody } from "./point-bodies";

export type Surroundings = { rights: HomeRights; timeZone: string; now: number };

const Loading = () => <Skeleton className="m-3 h-24" />;
const ChartBody = dynamic(() => import("./chart-body").then((module) => module.ChartBody), { loading: Loading });
const PlanBody = dynamic(() => import("./plan-body").then((module) => module.PlanBody), { loading: Loading });
const MapBody = dynamic(() => import("./map-body").then((module) => module.MapBody), { ssr: false, loading: Loading });

type CardBodyProps = Surroundings & { card: Card; content: Extract<CardContent, { state: "ok" }> };

/** The body of a card, by kind. */
export function CardBody({ card: { show }, content, rights, timeZone, now }: CardBodyProps) {
  const t = useTranslations("home.dashboard");
  switch (content.kind) {
    case "value":
      return (
        show.kind === "value" && <ValueBody point={content.point} measure={show.measure} rights={rights} now={now} />
      );
    case "list":
      return (
        <ListBody
          list={content.list}
          isNarrowed={show.kind === "list" && show.only === "attention"}
          rights={rights}
          now={now}
        />
      );
    case "chart":
      return <ChartBody content={content} rights={rights} timeZone={timeZone} />;
    case "plan":
      return <PlanBody plan={content.plan} points={content.points} now={now} />;
    case "map":
      return (
        <MapBody sceneId={show.kind === "map" ? show.sceneId : null} settings={content.settings} rights={rights} />
      );
    case "exceptions":
      return content.items.length === 0 ? (
        <p className="p-3 text-muted-foreground text-sm">{t("noExceptions")}</p>
      ) : (
        <ExceptionLines items={content.items} mayAcknowledge={rights.acknowledge} timeZone={timeZone} now={now} />
      );
    case "statistics":
      return <FigureTiles statistics={content.statistics} isCompact />;
  }
}
