"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useRef } from "react";
import type { TreeNode } from "@/components/tree/tree-node";
import { TreeSearch } from "@/components/tree/tree-search";
import { useTreeRows } from "@/components/tree/use-tree-rows";
import { VirtualTree, type VirtualTreeHandle } from "@/components/tree/virtual-tree";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { type SceneTreeNode, sceneTreeQuery } from "@/features/scene/tree.schema";

const toNodes = (nodes: readonly SceneTreeNode[]): TreeNode[] =>
  nodes.map(({ scene_id, scene_code, label, item }) => ({
    id: scene_id === null ? scene_code : String(scene_id),
    label,
    disabled: scene_id === null,
    children: toNodes(item),
  }));

type RangeTreeProps = {
  isPlatform: boolean;
  chosen: number | null;
  onChoose: (sceneId: number | null) => void;
  onClose: () => void;
};

/** The tree of visible nodes with a search. Selecting "all" clears the selection. */
export function RangeTree({ isPlatform, chosen, onChoose, onClose }: RangeTreeProps) {
  const t = useTranslations("shell.range");
  const { data, isError, refetch } = useQuery(sceneTreeQuery(isPlatform ? { all: true } : {}));
  const nodes = useMemo(() => data && toNodes(data), [data]);
  return (
    <aside
      data-chrome=""
      aria-label={t("label")}
      className="flex w-60 shrink-0 flex-col gap-2 border-r bg-card p-2 max-md:hidden"
    >
      <header className="flex items-center justify-between gap-2 pl-1">
        <h2 className="font-medium text-sm">{t("label")}</h2>
        <Button variant="ghost" size="icon-sm" aria-label={t("close")} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </header>
      <Button
        size="sm"
        variant={chosen === null ? "primary" : "secondary"}
        aria-pressed={chosen === null}
        onClick={() => onChoose(null)}
      >
        {t("all")}
      </Button>
      {isError && (
        <p className="text-muted-foreground text-sm">
          {t("failed")}{" "}
          <Button size="sm" onClick={() => refetch()}>
            {t("again")}
          </Button>
        </p>
      )}
      {!nodes && !isError && <Skeleton className="h-40" />}
      {nodes && <Lines label={t("label")} nodes={nodes} chosen={chosen} onChoose={onChoose} />}
    </aside>
  );
}

type LinesProps = Pick<RangeTreeProps, "chosen" | "onChoose"> & { label: string; nodes: readonly TreeNode[] };

function Lines({ label, nodes, chosen, onChoose }: LinesProps) {
  const tree = useTreeRows(nodes);
  const lines = useRef<VirtualTreeHandle>(null);
  return (
    <>
      <TreeSearch label={label} tree={tree} onDown={() => lines.current?.focus()} />
      <VirtualTree
        label={label}
        tree={tree}
        handle={lines}
        selectedId={chosen === null ? null : String(chosen)}
        onSelect={({ id }) => onChoose(Number(id))}
        className="min-h-0 flex-1"
      />
    </>
  );
}
