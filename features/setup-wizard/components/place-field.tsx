"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ControlProps } from "@/components/form/field";
import { TreeSelect } from "@/components/form/tree-select";
import type { TreeNode } from "@/components/tree/tree-node";
import { type SceneTreeNode, sceneTreeQuery } from "@/features/scene/tree.schema";

/** Customers and range nodes cannot be chosen, only the nodes below them. */
const toNode = ({ scene_id, scene_code, label, code, isRange, item }: SceneTreeNode): TreeNode => ({
  id: scene_id === null ? `customer:${scene_code}` : String(scene_id),
  label,
  keywords: code,
  disabled: scene_id === null || isRange,
  children: item.map(toNode),
});

/** The node, if there is only one to choose. */
function onlyNode(nodes: readonly SceneTreeNode[]): SceneTreeNode | undefined {
  const below = (all: readonly SceneTreeNode[]): SceneTreeNode[] =>
    all.flatMap((one) => (one.scene_id === null || one.isRange ? below(one.item) : [one]));
  const [node, ...others] = below(nodes);
  return others.length === 0 && node?.item.length === 0 ? node : undefined;
}

type PlaceFieldProps = {
  control: ControlProps;
  label: string;
  customerId: number;
  value: number | null;
};

/** Selects a node of one customer's organisation; a single node is selected automatically. */
export function PlaceField({ control, label, customerId, value }: PlaceFieldProps) {
  const { data, isError, refetch } = useQuery(sceneTreeQuery({ customerId }));
  const nodes = useMemo(() => data?.map(toNode), [data]);
  const chosen = value ?? (data && onlyNode(data)?.scene_id) ?? null;
  return (
    <TreeSelect
      key={chosen}
      control={control}
      label={label}
      nodes={nodes}
      name="sceneId"
      defaultValue={chosen === null ? null : String(chosen)}
      failed={isError ? { onRetry: () => refetch() } : undefined}
    />
  );
}
