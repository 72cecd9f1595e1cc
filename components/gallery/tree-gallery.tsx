"use client";

import { Building2, MapPin } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Field } from "@/components/form/field";
import { FormGrid } from "@/components/form/form-layout";
import { TreeSelect } from "@/components/form/tree-select";
import { childrenOf, type TreeNode } from "@/components/tree/tree-node";
import { NoTreeRows, TreeSearch } from "@/components/tree/tree-search";
import { useTreeRows } from "@/components/tree/use-tree-rows";
import { VirtualTree } from "@/components/tree/virtual-tree";

const SITES = 100;
const ROOMS_OF_FLOOR = 8;
const FLOORS = 11;
const COUNT = SITES * (1 + FLOORS * (1 + ROOMS_OF_FLOOR)); // 10,000

const many = <T,>(count: number, make: (number: number) => T) => Array.from({ length: count }, (_, at) => make(at + 1));

const iconOf = (node: TreeNode) =>
  childrenOf(node).length > 0 ? (
    <Building2 aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
  ) : (
    <MapPin aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
  );

/** Trees of ten thousand nodes: a virtual tree and a tree select. */
export function TreeGallery() {
  const t = useTranslations("gallery");
  const nodes = useMemo(
    () =>
      many(
        SITES,
        (site): TreeNode => ({
          id: `${site}`,
          label: t("treeSite", { number: site }),
          children: many(FLOORS, (floor) => ({
            id: `${site}-${floor}`,
            label: t("treeFloor", { number: floor }),
            children: many(ROOMS_OF_FLOOR, (room) => ({
              id: `${site}-${floor}-${room}`,
              label: t("treeRoom", { number: site * 10_000 + floor * 100 + room }),
              disabled: room === ROOMS_OF_FLOOR,
            })),
          })),
        }),
      ),
    [t],
  );
  const tree = useTreeRows(nodes);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const label = t("treeCount", { count: COUNT });
  return (
    <FormGrid>
      <div className="flex h-96 min-w-0 flex-col gap-2" data-testid="tree">
        <TreeSearch label={label} tree={tree} onDown={() => {}} />
        {tree.rows.length === 0 ? (
          <NoTreeRows tree={tree} />
        ) : (
          <VirtualTree
            label={label}
            tree={tree}
            selectedId={selectedId}
            onSelect={({ id }) => setSelectedId(id)}
            icon={iconOf}
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Field label={t("site")} hint={t("nameHint")}>
          {(control) => (
            <TreeSelect
              control={control}
              label={t("site")}
              nodes={nodes}
              defaultValue="42-3-7"
              clearable
              icon={iconOf}
            />
          )}
        </Field>
        <Field label={t("site")} issue={t("nameIssue")} required>
          {(control) => <TreeSelect control={control} label={t("site")} nodes={nodes} />}
        </Field>
        <Field label={t("loading")}>
          {(control) => <TreeSelect control={control} label={t("site")} nodes={undefined} />}
        </Field>
        <Field label={t("disabled")}>
          {(control) => <TreeSelect control={control} label={t("site")} nodes={nodes} defaultValue="7" disabled />}
        </Field>
      </div>
    </FormGrid>
  );
}
