"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { RequiredMark } from "@/components/form/field";
import { leafChoice, subtreeChoice } from "@/components/tree/check-choice";
import { CheckTree } from "@/components/tree/check-tree";
import type { TreeNode } from "@/components/tree/tree-node";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { RoleChoiceDto } from "../catalogue.schema";
import { namesCustomers, namesScenes } from "../role.rules";
import type { Named } from "../role.schema";
import type { Draft } from "./draft";

type PlaceFieldsProps = {
  draft: Draft;
  choices: RoleChoiceDto | undefined;
  /** The present customers of the role, always offered. */
  named: readonly Named[];
  disabled: boolean;
  issue: (path: string) => string | undefined;
  onChange: (patch: Partial<Draft>) => void;
};

/** The nodes of an organisation as a tree. A node whose parent is missing is at the top. */
function sceneNodes(scenes: RoleChoiceDto["scenes"], disabled: boolean): TreeNode[] {
  const known = new Set(scenes.map(({ id }) => id));
  const byParent = Map.groupBy(scenes, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null));
  const below = (parentId: number | null): TreeNode[] =>
    (byParent.get(parentId) ?? []).map(({ id, name }) => ({
      id: String(id),
      label: name,
      disabled,
      children: below(id),
    }));
  return below(null);
}

/** The ancestors of the selected nodes; the top node if nothing is selected. */
function openFor(scenes: RoleChoiceDto["scenes"], chosen: ReadonlySet<string>): string[] {
  const byId = new Map(scenes.map((scene) => [String(scene.id), scene]));
  const parentOf = (id: string) => String(byId.get(id)?.parentId ?? "");
  const open = new Set(
    chosen.size > 0 ? [] : scenes.filter(({ parentId }) => parentId === null).map(({ id }) => String(id)),
  );
  for (const id of chosen) for (let at = parentOf(id); byId.has(at) && !open.has(at); at = parentOf(at)) open.add(at);
  return [...open];
}

/** The places that accounts of the role can see: nodes for customer use, customers for agents and platform users. */
export function PlaceFields({ draft, choices, named, disabled, issue, onChange }: PlaceFieldsProps) {
  const t = useTranslations("role.place");
  if (namesScenes(draft.scopeType)) {
    const scenes = choices?.scenes ?? [];
    const nodes = sceneNodes(scenes, disabled);
    const choice = subtreeChoice(nodes, draft.sceneIds, (sceneIds) => onChange({ sceneIds }));
    return (
      <PlaceTree label={t("scenes")} hint={t("scenesHint")} issue={issue("sceneIds")} isRequired>
        {choices ? (
          <CheckTree
            key={draft.customerId}
            label={t("scenes")}
            nodes={nodes}
            choice={choice}
            open={openFor(scenes, draft.sceneIds)}
            className="max-h-72"
          />
        ) : (
          <Skeleton className="h-24" />
        )}
      </PlaceTree>
    );
  }
  if (!namesCustomers(draft.scopeType)) return null;
  const isAgent = draft.scopeType === -1;
  const label = t(isAgent ? "agents" : "governed");
  const offered = (choices?.customers ?? []).filter(({ type }) => type === "customer" || !isAgent);
  const kept = named.filter(({ id }) => !offered.some((customer) => customer.id === id));
  const nodes = [...offered, ...kept].map(({ id, name }) => ({ id: String(id), label: name, disabled }));
  const choice = leafChoice(nodes, draft.customerIds, (customerIds) => onChange({ customerIds }));
  return (
    <PlaceTree
      label={label}
      hint={t(isAgent ? "agentsHint" : "governedHint")}
      issue={issue("customerIds")}
      isRequired={isAgent}
    >
      {choices ? (
        <CheckTree label={label} nodes={nodes} choice={choice} className="max-h-72" />
      ) : (
        <Skeleton className="h-24" />
      )}
    </PlaceTree>
  );
}

type PlaceTreeProps = {
  label: string;
  hint: string;
  issue: string | undefined;
  isRequired: boolean;
  children: ReactNode;
};

function PlaceTree({ label, hint, issue, isRequired, children }: PlaceTreeProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-note`} className="min-w-0">
      <legend className="mb-1 font-medium text-sm">
        {label}
        {isRequired && <RequiredMark />}
      </legend>
      <div className={cn("rounded-md border p-2", issue && "border-critical-solid")}>{children}</div>
      <p id={`${id}-note`} className={cn("mt-1 text-xs", issue ? "text-critical" : "text-muted-foreground")}>
        {issue ?? hint}
      </p>
    </fieldset>
  );
}
