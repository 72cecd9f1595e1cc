"use client";

import { Pencil, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { Card as Box } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import { useRouter } from "@/lib/i18n/navigation";
import { useContents } from "../client";
import type { ContentDto, DashboardDto, DashboardRow } from "../schema";
import type { Surroundings } from "./card-body";
import { ViewGrid } from "./view-grid";

const DashboardEditor = dynamic(() => import("./dashboard-editor").then((module) => module.DashboardEditor), {
  ssr: false,
});
const DashboardMenu = dynamic(() => import("./dashboard-menu").then((module) => module.DashboardMenu));
const NameDialog = dynamic(() => import("./name-dialog").then((module) => module.NameDialog), { ssr: false });

export type DashboardBoardProps = Surroundings & {
  list: readonly DashboardRow[];
  /** Null if there is no dashboard yet. */
  shown: DashboardDto | null;
  contents: ContentDto | null;
  mayShare: boolean;
  mayNodes: boolean;
};

/** One dashboard, and links to the others. */
export function DashboardBoard({ list, shown, contents, mayShare, mayNodes, ...surroundings }: DashboardBoardProps) {
  const t = useTranslations("home.dashboard");
  const router = useRouter();
  const [isEditing, setEditing] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const show = (id: number) => {
    setEditing(false);
    router.push(`/home?dashboard=${id}`);
    router.refresh();
  };
  const add = (
    <Button variant={shown ? "ghost" : "primary"} onClick={() => setNaming(true)}>
      <Plus aria-hidden="true" />
      {t("new")}
    </Button>
  );
  const naming = isNaming && (
    <NameDialog
      onClose={() => setNaming(false)}
      onDone={({ id }) => {
        setNaming(false);
        show(id);
      }}
    />
  );
  if (!shown)
    return (
      <Box>
        <EmptyState title={t("none")} action={add}>
          {t("noneHint")}
        </EmptyState>
        {naming}
      </Box>
    );
  if (isEditing)
    return (
      <DashboardEditor
        key={`${shown.id} ${shown.version}`}
        dashboard={shown}
        contents={contents}
        mayNodes={mayNodes}
        {...surroundings}
        onClose={(isSaved) => {
          setEditing(false);
          if (isSaved) router.refresh();
        }}
      />
    );
  return (
    <section aria-label={shown.name} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={t("choose")}
          value={shown.id}
          className="w-64 max-sm:w-full"
          onChange={({ target }) => show(Number(target.value))}
        >
          {list.map(({ id, name, isOwn, ownerName }) => (
            <option key={id} value={id}>
              {isOwn ? name : t("ofOther", { name, owner: ownerName })}
            </option>
          ))}
        </Select>
        {shown.isOwn ? (
          <Button onClick={() => setEditing(true)}>
            <Pencil aria-hidden="true" />
            {t("edit")}
          </Button>
        ) : (
          <span className="text-muted-foreground text-sm">{t("readOnly", { owner: shown.ownerName })}</span>
        )}
        {add}
        {shown.isOwn && <DashboardMenu dashboard={shown} isFirst={list[0]?.id === shown.id} mayShare={mayShare} />}
      </div>
      {shown.cards.length === 0 ? (
        <Box>
          <EmptyState title={t("empty")}>{t("emptyHint")}</EmptyState>
        </Box>
      ) : (
        <Shown key={`${shown.id} ${shown.version}`} shown={shown} contents={contents} {...surroundings} />
      )}
      {naming}
    </section>
  );
}

type ShownProps = Surroundings & { shown: DashboardDto; contents: ContentDto | null };

function Shown({ shown, contents, ...surroundings }: ShownProps) {
  const current = useContents({ cards: shown.cards, first: contents, now: surroundings.now });
  return <ViewGrid cards={shown.cards} contents={current} {...surroundings} />;
}
