"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useId, useMemo } from "react";
import { TreeSelect } from "@/components/form/tree-select";
import type { TreeNode } from "@/components/tree/tree-node";
import { type SceneTreeNode, type SceneTreeQuery, sceneTreeQuery } from "@/features/scene/tree.schema";

type SceneSelectProps = {
  control?: ComponentProps<typeof TreeSelect>["control"];
  /** Whose tree: one customer's, all customers', or the account's own. */
  of: SceneTreeQuery;
  chosen: number | null;
  disabled?: boolean;
  placeholder?: string;
};

/** Tree nodes by id. Customers are parents of their nodes and cannot be chosen. */
const toNodes = (nodes: readonly SceneTreeNode[]): TreeNode[] =>
  nodes.map(({ scene_id, scene_code, label, item }) => ({
    id: scene_id === null ? scene_code : String(scene_id),
    label,
    disabled: scene_id === null,
    children: toNodes(item),
  }));

/** Selects a node of the organisation tree: the place of a device, or a filter. */
export function SceneSelect({ control, of, chosen, disabled = false, placeholder }: SceneSelectProps) {
  const t = useTranslations("device.field");
  const id = useId();
  const { data, isError, refetch } = useQuery(sceneTreeQuery(of));
  const nodes = useMemo(() => data && toNodes(data), [data]);
  return (
    <div className="min-w-0">
      {!control && (
        // The label of a search bar is not associated with the control.
        <label htmlFor={id} className="sr-only">
          {t("sceneId")}
        </label>
      )}
      <TreeSelect
        control={control ?? { id }}
        label={t("sceneId")}
        name="sceneId"
        nodes={nodes}
        defaultValue={chosen === null ? null : String(chosen)}
        clearable
        disabled={disabled}
        {...(placeholder && { placeholder })}
        failed={isError ? { onRetry: () => refetch() } : undefined}
      />
    </div>
  );
}
