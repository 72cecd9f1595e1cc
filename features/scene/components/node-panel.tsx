"use client";

import { useQuery } from "@tanstack/react-query";
import {
  ArrowLeft,
  CopyPlus,
  FolderInput,
  FolderPlus,
  Map as MapIcon,
  Pencil,
  PencilRuler,
  Trash2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { HoldingsPanel } from "../holdings/components/holdings-panel";
import { type Placed, sceneQuery } from "../scene.client";
import { SceneIcon } from "./scene-icon";

export type Rights = { create: boolean; edit: boolean; remove: boolean; values: boolean };

type NodePanelProps = {
  node: Placed;
  rights: Rights;
  now: number;
  onOpen: (id: number) => void;
  onBack: () => void;
  onAsk: (what: "child" | "peer" | "edit" | "move" | "remove") => void;
};

function namesAbove({ parent }: Placed): string[] {
  return parent ? [...namesAbove(parent), parent.node.name] : [];
}

/** A node: its properties, actions and contents. */
export function NodePanel({ node, rights, now, onOpen, onBack, onAsk }: NodePanelProps) {
  const t = useTranslations("scene.panel");
  const tKind = useTranslations("scene.form.kindOption");
  const { data } = useQuery(sceneQuery(node.id));
  const { nodeType, name, code, funcType } = node.node;
  const isTop = node.parent === null;
  const above = namesAbove(node).join(" / ");
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-4 md:min-h-0 md:overflow-y-auto">
      <header className="flex flex-col gap-3">
        <Button variant="ghost" className="self-start md:hidden" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
          {t("back")}
        </Button>
        <div className="flex min-w-0 items-start gap-2.5">
          <span className="mt-1">
            <SceneIcon type={nodeType} isTop={isTop} />
          </span>
          <div className="min-w-0">
            {above && <p className="wrap-anywhere text-faint-foreground text-xs">{above}</p>}
            <h2 className="wrap-anywhere font-semibold text-lg">{name}</h2>
            <p className="wrap-anywhere text-muted-foreground text-sm">
              {[isTop && data?.isRange ? t("range") : tKind(String(funcType)), code].join(" · ")}
            </p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          {nodeType === "plan" && (
            <>
              {data?.picture && (
                <ActionLink
                  href={`/plan?id=${node.id}`}
                  icon={<MapIcon aria-hidden="true" />}
                  label={t("openPlan")}
                  isPrimary
                />
              )}
              {rights.edit && (
                <ActionLink
                  href={`/canvasName?id=${node.id}`}
                  icon={<PencilRuler aria-hidden="true" />}
                  label={t("drawPlan")}
                  isPrimary={data ? !data.picture : false}
                />
              )}
            </>
          )}
          {nodeType === "map" && rights.values && (
            <ButtonLink href={`/databoard/monitorMap?sceneId=${node.id}`} prefetch={false} variant="primary">
              <MapIcon aria-hidden="true" />
              {t("openMap")}
            </ButtonLink>
          )}
          {rights.create && nodeType !== "plan" && (
            <Button variant="primary" onClick={() => onAsk("child")}>
              <FolderPlus aria-hidden="true" />
              {t("child")}
            </Button>
          )}
          {rights.create && !isTop && (
            <Button onClick={() => onAsk("peer")}>
              <CopyPlus aria-hidden="true" />
              {t("peer")}
            </Button>
          )}
          {rights.edit && (
            <Button onClick={() => onAsk("edit")}>
              <Pencil aria-hidden="true" />
              {t("edit")}
            </Button>
          )}
          {rights.edit && !isTop && (
            <Button onClick={() => onAsk("move")}>
              <FolderInput aria-hidden="true" />
              {t("move")}
            </Button>
          )}
          {rights.remove && !isTop && (
            <Button variant="destructive-ghost" onClick={() => onAsk("remove")}>
              <Trash2 aria-hidden="true" />
              {t("remove")}
            </Button>
          )}
        </div>
        {data?.description && <p className="wrap-anywhere max-w-prose text-sm">{data.description}</p>}
        {data?.latitude != null && data.longitude != null && (
          <p className="text-muted-foreground text-sm tabular-nums">
            {t("centre", { latitude: data.latitude, longitude: data.longitude })}
            {data.zoom != null && ` · ${t("zoom", { zoom: data.zoom })}`}
          </p>
        )}
      </header>
      <HoldingsPanel key={node.id} sceneId={node.id} hasValues={rights.values} now={now} onOpen={onOpen} />
    </Card>
  );
}

type ActionLinkProps = { href: string; icon: ReactNode; label: string; isPrimary: boolean };

const ActionLink = ({ href, icon, label, isPrimary }: ActionLinkProps) => (
  <ButtonLink href={href} target="_blank" prefetch={false} variant={isPrimary ? "primary" : "secondary"}>
    {icon}
    {label}
  </ButtonLink>
);
