"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { SearchExtrasProps } from "@/components/search-bar/search-extras";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { callService } from "@/lib/http/call-service";
import { VIEW_PATH, viewsQuery } from "../client";
import { isSameQuery } from "../rules";
import type { SavedViewDto } from "../schema";
import { ViewForm } from "./view-form";
import { ViewRow } from "./view-row";

type ViewPanelProps = SearchExtrasProps & { onClose: () => void };

/** The views of a list, personal and shared, and a form that saves its present criteria. */
export function ViewPanel({ path, query, onClose }: ViewPanelProps) {
  const t = useTranslations("common.view");
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(viewsQuery(path));
  const [edited, setEdited] = useState<SavedViewDto | null>(null);
  if (isError)
    return (
      <div className="grid justify-items-center gap-2 text-muted-foreground text-sm">
        {t("failed")}
        <Button size="sm" onClick={() => refetch()}>
          {t("again")}
        </Button>
      </div>
    );
  if (!data) return <Skeleton className="h-24" />;

  const refresh = () => client.invalidateQueries({ queryKey: viewsQuery(path).queryKey });
  const remove = async (view: SavedViewDto) => {
    try {
      await callService(`${VIEW_PATH}/${view.id}`, { method: "DELETE" });
      showToast("normal", t("removed", { name: view.name }));
    } catch {
      showToast("critical", t("failed"));
    }
    await refresh();
  };
  const groups = (["own", "shared"] as const)
    .map((group) => ({ group, views: data.views.filter(({ isShared }) => isShared === (group === "shared")) }))
    .filter(({ views }) => views.length > 0);
  return (
    <div className="grid gap-3">
      {groups.length === 0 && <p className="text-muted-foreground text-sm">{t("none")}</p>}
      {groups.map(({ group, views }) => (
        <section key={group} aria-label={t(`group.${group}`)}>
          <h3 className="mb-1 text-muted-foreground text-xs">{t(`group.${group}`)}</h3>
          <ul>
            {views.map((view) => (
              <ViewRow
                key={view.id}
                view={view}
                isShown={isSameQuery(view.query, query)}
                onOpen={onClose}
                onEdit={() => setEdited(view)}
                onRemove={() => remove(view)}
              />
            ))}
          </ul>
        </section>
      ))}
      <ViewForm
        key={edited?.id ?? "new"}
        {...{ path, query, edited }}
        mayShare={data.mayShare}
        onCancel={() => setEdited(null)}
        onSaved={({ name }) => {
          showToast("normal", t("saved", { name }));
          setEdited(null);
          void refresh();
        }}
      />
    </div>
  );
}
