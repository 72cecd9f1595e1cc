"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useMemo } from "react";
import { CarrierSearch } from "@/components/carrier-choice/carrier-search";
import { TreeSelect } from "@/components/form/tree-select";
import type { TreeNode } from "@/components/tree/tree-node";
import { type SceneTreeNode, sceneTreeQuery } from "@/features/scene/tree.schema";
import type { Wanted } from "../client";

/** Customers have no carriers; they can be expanded but not selected. */
const toNode = ({ scene_id, scene_code, label, code, item }: SceneTreeNode): TreeNode => ({
  id: scene_id === null ? scene_code : String(scene_id),
  label,
  keywords: code,
  disabled: scene_id === null,
  children: item.map(toNode),
});

type CandidateFilterProps = { customerId: number; wanted: Wanted; onWant: (wanted: Wanted) => void };

/** Filters the carriers by name, type and place. */
export function CandidateFilter({ customerId, wanted, onWant }: CandidateFilterProps) {
  const t = useTranslations("zone.apply");
  const id = useId();
  const { data, isError, refetch } = useQuery(sceneTreeQuery({ customerId }));
  const nodes = useMemo(() => data?.map(toNode), [data]);
  return (
    <CarrierSearch wanted={wanted} onWant={onWant}>
      <div className="min-w-0">
        <label htmlFor={id} className="sr-only">
          {t("place")}
        </label>
        <TreeSelect
          control={{ id }}
          label={t("place")}
          placeholder={t("anyPlace")}
          nodes={nodes}
          value={wanted.sceneId === "" ? null : wanted.sceneId}
          clearable
          failed={isError ? { onRetry: () => refetch() } : undefined}
          onChange={(sceneId) => onWant({ ...wanted, sceneId: sceneId ?? "" })}
        />
      </div>
    </CarrierSearch>
  );
}
