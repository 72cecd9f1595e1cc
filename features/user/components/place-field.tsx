"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useMemo, useState } from "react";
import { RequiredMark } from "@/components/form/field";
import { subtreeChoice } from "@/components/tree/check-choice";
import { CheckTree } from "@/components/tree/check-tree";
import type { TreeNode } from "@/components/tree/tree-node";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { ToneIcon } from "@/components/value/tone-icon";
import { type SceneTreeNode, sceneTreeQuery } from "@/features/scene/tree.schema";
import type { RoleChoiceDto } from "../grant.schema";
import type { NamedPlace } from "../user.schema";

type PlaceFieldProps = {
  customerId: number;
  role: RoleChoiceDto;
  chosen: readonly NamedPlace[];
  issue: string | undefined;
};

/** The nodes of the customer. If the role names nodes, only these and the nodes below them can be selected. */
const toNodes = (nodes: readonly SceneTreeNode[], allowed: readonly number[], isAllowed: boolean): TreeNode[] =>
  nodes.map(({ scene_id, label, item }) => {
    const isIn = isAllowed || (scene_id !== null && allowed.includes(scene_id));
    return { id: String(scene_id), label, disabled: !isIn, children: toNodes(item, allowed, isIn) };
  });

/** The places of a user with customer-use scope: sub-trees of the organisation. */
export function PlaceField({ customerId, role, chosen, issue }: PlaceFieldProps) {
  const t = useTranslations("user");
  const labelId = useId();
  const { data, isError, refetch } = useQuery(sceneTreeQuery({ customerId }));
  const [value, setValue] = useState<ReadonlySet<string>>(() => new Set(chosen.map(({ id }) => String(id))));
  const isOfRole = role.sceneIds.length > 0;
  const nodes = useMemo(
    () =>
      toNodes(
        (data ?? []).flatMap(({ item }) => item),
        role.sceneIds,
        !isOfRole,
      ),
    [data, role.sceneIds, isOfRole],
  );
  const note = issue ?? (isOfRole ? t("form.placesOfRole", { count: role.sceneIds.length }) : t("form.placesHint"));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1" aria-describedby={`${labelId}-note`}>
      <legend className="float-left w-full font-medium text-sm">
        {t("field.sceneIds")}
        {!isOfRole && <RequiredMark />}
      </legend>
      <div
        tabIndex={issue ? -1 : undefined}
        data-invalid={issue ? "" : undefined}
        className={cn("clear-both rounded-md border border-input p-2", issue && "border-critical")}
      >
        {isError ? (
          <p className="flex items-center gap-3 text-muted-foreground text-sm">
            {t("form.placesFailed")}
            <Button size="sm" onClick={() => refetch()}>
              {t("form.again")}
            </Button>
          </p>
        ) : data ? (
          <CheckTree
            label={t("field.sceneIds")}
            nodes={nodes}
            choice={subtreeChoice(nodes, value, setValue)}
            aria-describedby={`${labelId}-note`}
            className="max-h-72"
          />
        ) : (
          <Skeleton className="h-40" />
        )}
      </div>
      {[...value].map((id) => (
        <input key={id} type="hidden" name="sceneIds" value={id} />
      ))}
      <p
        id={`${labelId}-note`}
        className={cn("flex items-start gap-1 text-xs", issue ? "text-critical" : "text-muted-foreground")}
      >
        {issue && <ToneIcon tone="critical" className="mt-px size-3.5" />}
        <span className="min-w-0">{note}</span>
      </p>
    </fieldset>
  );
}
