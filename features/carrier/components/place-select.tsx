"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, Folder, Globe, Map as MapIcon, PanelsTopLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { ControlProps } from "@/components/form/field";
import { TreeSelect } from "@/components/form/tree-select";
import type { TreeNode } from "@/components/tree/tree-node";
import { type SceneNodeType, type SceneTreeNode, sceneTreeQuery } from "@/features/scene/tree.schema";
import { Link } from "@/lib/i18n/navigation";

/** A node of the tree and the customer it belongs to. */
export type Place = { id: string; customerId: number | null };

type PlaceSelectProps = {
  control: Partial<ControlProps> & { id: string; "aria-label"?: string };
  label: string;
  name: string;
  /** The id of the initially selected node. */
  value?: number | null;
  /** The trees of all customers in the scope, or of one customer. */
  of: "all" | { customerId: number };
  clearable?: boolean;
  /** Whether a carrier is to stand at the node. */
  forCarriers?: boolean;
  onPlace?: (place: Place | null) => void;
};

const ICONS = {
  all: Globe,
  customer: Building2,
  structure: Folder,
  plan: PanelsTopLeft,
  map: MapIcon,
} as const satisfies Record<SceneNodeType, unknown>;

const keyOf = ({ scene_id, nodeType, scene_code }: SceneTreeNode) =>
  scene_id === null ? `${nodeType}:${scene_code}` : String(scene_id);

/** Lines that are no nodes can be expanded but not selected; with `forCarriers`, range nodes likewise. */
const toNode = (node: SceneTreeNode, forCarriers: boolean): TreeNode => ({
  id: keyOf(node),
  label: node.label,
  keywords: node.code,
  disabled: node.scene_id === null || (forCarriers && node.isRange),
  children: node.item.map((child) => toNode(child, forCarriers)),
});

function* linesOf(nodes: readonly SceneTreeNode[]): Generator<SceneTreeNode> {
  for (const node of nodes) {
    yield node;
    yield* linesOf(node.item);
  }
}

/** Selects a node of the organisation tree. */
export function PlaceSelect({ control, label, name, value = null, of, onPlace, ...props }: PlaceSelectProps) {
  const { clearable = false, forCarriers = false } = props;
  const t = useTranslations("carrier.form");
  const { data, isError, refetch } = useQuery(sceneTreeQuery(of === "all" ? { all: true } : of));
  const nodes = useMemo(() => data?.map((node) => toNode(node, forCarriers)), [data, forCarriers]);
  const lines = useMemo(() => new Map([...linesOf(data ?? [])].map((line) => [keyOf(line), line])), [data]);
  const icon = useMemo(
    () => (node: TreeNode) => {
      const Icon = ICONS[lines.get(node.id)?.nodeType ?? "structure"];
      return <Icon aria-hidden="true" className="size-4" />;
    },
    [lines],
  );
  const isChoice = ({ scene_id, isRange }: SceneTreeNode) => scene_id !== null && !(forCarriers && isRange);
  const choices = [...lines.values()].filter(isChoice);
  const isEmpty = data !== undefined && choices.length === 0;
  // With a single place there is nothing to choose.
  const only = forCarriers && choices.length === 1 ? String(choices[0]?.scene_id) : null;
  const [chosen, setChosen] = useState(value === null ? null : String(value));
  const placeOf = (id: string): Place => ({ id, customerId: lines.get(id)?.scope_id ?? null });
  const choose = (id: string | null) => {
    setChosen(id);
    onPlace?.(id === null ? null : placeOf(id));
  };
  const chooseOnly = useEffectEvent((id: string) => chosen === null && choose(id));
  useEffect(() => {
    if (only !== null) chooseOnly(only);
  }, [only]);
  return (
    <>
      <TreeSelect
        control={control}
        label={label}
        nodes={nodes}
        name={name}
        value={chosen}
        clearable={clearable}
        icon={icon}
        failed={isError ? { onRetry: () => refetch() } : undefined}
        onChange={choose}
      />
      {forCarriers && isEmpty && (
        <Link href="/arch/architecture" className="mt-1 text-primary text-sm underline-offset-4 hover:underline">
          {t("noPlace")}
        </Link>
      )}
    </>
  );
}
