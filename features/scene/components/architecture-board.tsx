"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useAddressState } from "@/components/dialog/use-address-state";
import { useIssueText } from "@/components/form/use-record-form";
import { EmptyState } from "@/components/layout/empty-state";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { callMove, type Placed, placedNodes, useTreeChanged } from "../scene.client";
import { type SceneTreeNode, sceneTreeQuery } from "../tree.schema";
import { type CustomerChoice, CustomerField } from "./customer-field";
import { type Asked, NodeDialogs } from "./node-dialogs";
import { NodePanel, type Rights } from "./node-panel";
import { type Destination, SceneTree } from "./scene-tree";

export type ArchitectureBoardProps = {
  /** The customers to choose from; a single one leaves no choice. */
  customers: readonly CustomerChoice[];
  /** Null until one is selected. */
  customerId: number | null;
  /** The tree sent by the server; null if it is too large for the first render. */
  tree: SceneTreeNode[] | null;
  rights: Rights;
  now: number;
};

/** The organisation tree on the left, the selected node on the right; on a phone, one at a time. */
export function ArchitectureBoard({ customers, customerId, tree, rights, now }: ArchitectureBoardProps) {
  const t = useTranslations("scene");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const address = useAddressState("id");
  const changed = useTreeChanged();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [cut, setCut] = useState<Placed | null>(null);
  const query = useQuery({
    ...sceneTreeQuery({ customerId: customerId ?? 0 }),
    enabled: customerId !== null,
    ...(tree && { initialData: tree }),
  });
  const tops = useMemo(() => (query.data ?? []).flatMap(({ item }) => item), [query.data]);
  const placed = useMemo(() => placedNodes(tops), [tops]);
  const selected = placed.get(Number(address.value)) ?? null;

  const open = (id: number) => {
    if (selected?.id !== id) address.open(String(id));
  };
  const move = async (node: Placed, to: Destination) => {
    setCut(null);
    // Reordering siblings does not change anyone's visibility, so no confirmation is needed.
    if (node.parent?.id !== to.parent.id || to.position === undefined) return setAsked({ what: "move", node, to });
    try {
      await callMove(node.id, to.parent.id, to.position);
      await changed();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [issue] = error.issues;
      showToast("critical", issue ? textOf(issue) : tError(error.key));
    }
  };
  const beCut = (node: Placed | null) => {
    setCut(node);
    if (node) showToast("normal", t("tree.cut", { name: node.node.name }));
  };
  return (
    <div className="grid min-h-0 flex-1 gap-3 md:grid-cols-[minmax(16rem,24rem)_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)]">
      <Card
        className={cn(
          "flex min-h-0 flex-col gap-2 p-3",
          customerId === null ? "max-md:self-start" : "max-md:h-[calc(100dvh-9rem)]",
          selected && "max-md:hidden",
        )}
      >
        {customers.length > 1 && <CustomerField customers={customers} customerId={customerId} />}
        {customerId === null ? (
          <EmptyState title={t("tree.chooseCustomerHint")} />
        ) : query.isError && !query.data ? (
          <ErrorState title={t("failed")} action={<Button onClick={() => query.refetch()}>{t("again")}</Button>} />
        ) : !query.data ? (
          <Skeleton className="flex-1" />
        ) : tops.length === 0 ? (
          <EmptyState title={t("tree.none")}>{t("tree.noneHint")}</EmptyState>
        ) : (
          <SceneTree
            key={customerId}
            tops={tops}
            placed={placed}
            selectedId={selected?.id ?? null}
            mayMove={rights.edit}
            cut={cut}
            onSelect={open}
            onCut={beCut}
            onMove={move}
            onEdit={(node) => rights.edit && setAsked({ what: "edit", node })}
            onRemove={(node) => rights.remove && node.parent && setAsked({ what: "remove", node })}
          />
        )}
      </Card>
      {selected ? (
        <NodePanel
          node={selected}
          rights={rights}
          now={now}
          onOpen={open}
          onBack={() => address.close()}
          onAsk={(what) => setAsked({ what, node: selected })}
        />
      ) : (
        <Card className="grid place-items-center max-md:hidden">
          <EmptyState title={t("panel.choose")}>
            {t(rights.edit ? "panel.chooseHint" : "panel.chooseHintRead")}
          </EmptyState>
        </Card>
      )}
      {asked && (
        <NodeDialogs
          asked={asked}
          tops={tops}
          placed={placed}
          onClose={() => setAsked(null)}
          onDone={async (openId) => {
            setAsked(null);
            await changed();
            if (openId !== undefined) address.open(String(openId));
          }}
          onGone={async () => {
            setAsked(null);
            if (asked.node.id === selected?.id) address.close();
            await changed();
          }}
        />
      )}
    </div>
  );
}
