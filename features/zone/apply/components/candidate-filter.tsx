"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useMemo } from "react";
import { TreeSelect } from "@/components/form/tree-select";
import type { TreeNode } from "@/components/tree/tree-node";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { CARRIER_TYPES } from "@/db/enums";
import { type SceneTreeNode, sceneTreeQuery } from "@/features/scene/schema";
import type { Wanted } from "../client";

/** Customers hold no carriers: one can only look below them. */
const toNode = ({ scene_id, scene_code, label, code, item }: SceneTreeNode): TreeNode => ({
  id: scene_id === null ? scene_code : String(scene_id),
  label,
  keywords: code,
  disabled: scene_id === null,
  children: item.map(toNode),
});

type CandidateFilterProps = { customerId: number; wanted: Wanted; onWant: (wanted: Wanted) => void };

/** Narrows the carriers by name, type and place. */
export function CandidateFilter({ customerId, wanted, onWant }: CandidateFilterProps) {
  const t = useTranslations("zone.apply");
  const tType = useTranslations("carrier.type");
  const id = useId();
  const { data, isError, refetch } = useQuery(sceneTreeQuery({ customerId }));
  const nodes = useMemo(() => data?.map(toNode), [data]);
  return (
    <div className="grid grid-cols-2 gap-2">
      <Input
        type="search"
        className="col-span-2"
        aria-label={t("search")}
        placeholder={t("search")}
        value={wanted.q}
        maxLength={100}
        onChange={(event) => onWant({ ...wanted, q: event.target.value })}
      />
      <Select
        aria-label={t("type")}
        value={wanted.type}
        onChange={(event) => onWant({ ...wanted, type: event.target.value })}
      >
        <option value="">{t("anyType")}</option>
        {CARRIER_TYPES.map((type) => (
          <option key={type} value={type}>
            {tType(type)}
          </option>
        ))}
      </Select>
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
    </div>
  );
}
