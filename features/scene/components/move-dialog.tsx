"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useMemo, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { TreeSelect } from "@/components/form/tree-select";
import { useIssueText } from "@/components/form/use-record-form";
import type { TreeNode } from "@/components/tree/tree-node";
import { showToast } from "@/components/ui/toast-store";
import { ToneIcon } from "@/components/value/tone-icon";
import { ServiceError } from "@/lib/http/call-service";
import { holdingsQuery } from "../holdings/client";
import { callMove, type Placed, standsBelow, treeNodes } from "../scene.client";
import type { SceneTreeNode } from "../tree.schema";
import { SceneIcon } from "./scene-icon";
import type { Destination } from "./scene-tree";

type MoveDialogProps = {
  node: Placed;
  /** The drop or paste target; null if the user selects it in this dialog. */
  to: Destination | null;
  tops: readonly SceneTreeNode[];
  placed: ReadonlyMap<number, Placed>;
  onClose: () => void;
  onMoved: () => void;
};

/** Asks for the target of a node and lists what moves along, because visibility follows the tree. */
export function MoveDialog({ node, to, tops, placed, onClose, onMoved }: MoveDialogProps) {
  const t = useTranslations("scene.move");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [target, setTarget] = useState<Placed | null>(to?.parent ?? null);
  const [isTried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<ServiceError | null>(null);
  const { data: holdings } = useQuery(holdingsQuery(node.id, { part: "carriers", start: 0, length: 1 }));
  const nodes = useMemo(
    () =>
      treeNodes(tops, (one) => {
        const there = placed.get(one.id);
        return one.nodeType === "plan" || !there || standsBelow(there, node);
      }),
    [tops, placed, node],
  );
  const icon = useCallback(
    ({ id }: TreeNode) => {
      const one = placed.get(Number(id));
      return one && <SceneIcon type={one.node.nodeType} isTop={one.parent === null} />;
    },
    [placed],
  );
  const [issue] = refusal?.issues ?? [];

  const move = async () => {
    setTried(true);
    if (!target) return;
    setPending(true);
    setRefusal(null);
    try {
      await callMove(node.id, target.id, target.id === to?.parent.id ? to.position : undefined);
      showToast("normal", t("done", { name: node.node.name, target: target.node.name }));
      onMoved();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setRefusal(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={t("title", { name: node.node.name })}
      submitLabel={target ? t("submit", { target: target.node.name }) : t("plain")}
      pending={pending}
      error={refusal && (issue ? textOf(issue) : tError(refusal.key))}
      onSubmit={move}
    >
      <div className="flex flex-col gap-4">
        <Field label={t("target")} required issue={isTried && !target ? t("choose") : undefined}>
          {(control) => (
            <TreeSelect
              control={control}
              label={t("target")}
              nodes={nodes}
              icon={icon}
              value={target ? String(target.id) : null}
              onChange={(id) => setTarget(id === null ? null : (placed.get(Number(id)) ?? null))}
            />
          )}
        </Field>
        <p className="flex items-start gap-2 text-sm">
          <ToneIcon tone="warning" className="mt-0.5 size-4 text-warning" />
          <span>
            {holdings ? t("carriers", { count: holdings.below.carriers }) : t("counting")} {t("sight")}
          </span>
        </p>
      </div>
    </RecordDialog>
  );
}
