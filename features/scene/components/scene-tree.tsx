"use client";

import { Scissors } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import type { TreeNode } from "@/components/tree/tree-node";
import { NoTreeRows, TreeSearch } from "@/components/tree/tree-search";
import { useTreeRows } from "@/components/tree/use-tree-rows";
import { VirtualTree, type VirtualTreeHandle } from "@/components/tree/virtual-tree";
import { type Placed, standsBelow, treeNodes } from "../scene.client";
import type { SceneTreeNode } from "../tree.schema";
import { SceneIcon } from "./scene-icon";

/** The target of a move: the parent node and the index among its children; last if omitted. */
export type Destination = { parent: Placed; position?: number };

export type SceneTreeProps = {
  tops: readonly SceneTreeNode[];
  placed: ReadonlyMap<number, Placed>;
  selectedId: number | null;
  mayMove: boolean;
  /** The node that was cut, to be pasted elsewhere. */
  cut: Placed | null;
  onSelect: (id: number) => void;
  onCut: (node: Placed | null) => void;
  onMove: (node: Placed, to: Destination) => void;
  onEdit: (node: Placed) => void;
  onRemove: (node: Placed) => void;
};

/** The organisation tree: select, collapse and search; move by drag and drop, or by cut and paste with keys. */
export function SceneTree(props: SceneTreeProps) {
  const { tops, placed, selectedId, mayMove, cut, onSelect, onCut, onMove, onEdit, onRemove } = props;
  const t = useTranslations("scene.tree");
  const tRule = useTranslations("error.rule");
  const nodes = useMemo(() => treeNodes(tops), [tops]);
  const above = (id: number | null): string[] => {
    const ids: string[] = [];
    for (let at = placed.get(id ?? 0)?.parent; at; at = at.parent) ids.push(String(at.id));
    return ids;
  };
  const tree = useTreeRows(nodes, [...above(selectedId), ...(tops.length === 1 ? [String(tops[0]?.id)] : [])]);
  const showSelected = useEffectEvent((id: number | null) => {
    tree.setOpen(above(id), true);
  });
  const isSearched = tree.found !== null;
  useEffect(() => {
    if (!isSearched) showSelected(selectedId);
  }, [selectedId, isSearched]);
  const lines = useRef<VirtualTreeHandle>(null);
  const of = (node: TreeNode) => placed.get(Number(node.id));

  const icon = useCallback(
    ({ id }: TreeNode) => {
      const one = placed.get(Number(id));
      return one && <SceneIcon type={one.node.nodeType} isTop={one.parent === null} />;
    },
    [placed],
  );
  const cutId = cut?.id;
  const detail = useCallback(
    ({ id }: TreeNode) =>
      Number(id) === cutId ? (
        <Scissors aria-label={t("isCut")} role="img" className="size-3.5 text-muted-foreground" />
      ) : null,
    [cutId, t],
  );
  const onKey = (event: KeyboardEvent, node: TreeNode): boolean => {
    const one = of(node);
    const withControl = event.ctrlKey || event.metaKey;
    if (!one) return false;
    if (event.key === "F2") onEdit(one);
    else if (event.key === "Delete") onRemove(one);
    else if (event.key === "Escape" && cut) onCut(null);
    else if (!mayMove) return false;
    else if (withControl && event.key.toLowerCase() === "x" && one.parent) onCut(one);
    else if (withControl && event.key.toLowerCase() === "v" && cut) onMove(cut, { parent: one });
    else if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const position = one.position + (event.key === "ArrowUp" ? -1 : 1);
      if (one.parent && position >= 0 && position < one.siblings) onMove(one, { parent: one.parent, position });
    } else return false;
    return true;
  };
  const destination = (target: Placed, place: "before" | "into" | "after", dragged: Placed): Destination | null => {
    if (place === "into") return target.node.nodeType === "plan" ? null : { parent: target };
    if (!target.parent) return null;
    const isAhead = dragged.parent?.id === target.parent.id && dragged.position < target.position;
    return { parent: target.parent, position: target.position + (place === "after" ? 1 : 0) - (isAhead ? 1 : 0) };
  };
  return (
    <>
      <TreeSearch
        label={t("label")}
        tree={tree}
        onDown={() => lines.current?.focus(tree.query ? tree.rows[0]?.node.id : undefined)}
      />
      {tree.rows.length === 0 ? (
        <NoTreeRows tree={tree} />
      ) : (
        <VirtualTree
          handle={lines}
          label={t("label")}
          tree={tree}
          selectedId={selectedId === null ? null : String(selectedId)}
          onSelect={({ id }) => onSelect(Number(id))}
          icon={icon}
          detail={detail}
          onKey={onKey}
          drag={
            mayMove
              ? {
                  canDrag: (node) => Boolean(of(node)?.parent),
                  canDrop: (from, to, place) => {
                    const [dragged, target] = [of(from), of(to)];
                    if (!dragged || !target || standsBelow(target, dragged)) return false;
                    return destination(target, place, dragged) !== null;
                  },
                  refusalOf: (from, to) => {
                    const [dragged, target] = [of(from), of(to)];
                    if (!dragged || !target) return null;
                    return tRule(standsBelow(target, dragged) ? "cycle" : "planChild");
                  },
                  onDrop: (from, to, place) => {
                    const [dragged, target] = [of(from), of(to)];
                    const where = dragged && target && destination(target, place, dragged);
                    if (where) onMove(dragged, where);
                  },
                }
              : undefined
          }
        />
      )}
    </>
  );
}
