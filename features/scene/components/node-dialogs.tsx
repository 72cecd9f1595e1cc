"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type Placed, sceneQuery } from "../scene.client";
import type { SceneTreeNode } from "../tree.schema";
import type { Destination } from "./scene-tree";

const SceneForm = dynamic(() => import("./scene-form").then((module) => module.SceneForm), { ssr: false });
const MoveDialog = dynamic(() => import("./move-dialog").then((module) => module.MoveDialog), { ssr: false });
const RemoveScene = dynamic(() => import("./remove-scene").then((module) => module.RemoveScene), { ssr: false });

/** A requested action on a node; `to` is set for a move with a known target. */
export type Asked = { what: "child" | "peer" | "edit" | "move" | "remove"; node: Placed; to?: Destination };

type NodeDialogsProps = {
  asked: Asked;
  tops: readonly SceneTreeNode[];
  placed: ReadonlyMap<number, Placed>;
  onClose: () => void;
  /** Called after the tree has changed; opens the node `openId` if given, as for a new one. */
  onDone: (openId?: number) => void;
  onGone: () => void;
};

/** The form or confirmation of the requested action. */
export function NodeDialogs({ asked, tops, placed, onClose, onDone, onGone }: NodeDialogsProps) {
  const { what, node, to } = asked;
  const { data: scene } = useQuery({ ...sceneQuery(node.id), enabled: what === "edit" });
  const above = what === "peer" ? node.parent : node;
  switch (what) {
    case "move":
      return (
        <MoveDialog
          node={node}
          to={to ?? null}
          tops={tops}
          placed={placed}
          onClose={onClose}
          onMoved={() => onDone()}
        />
      );
    case "remove":
      return <RemoveScene node={node} onClose={onClose} onDone={onGone} />;
    case "edit":
      return scene ? (
        <SceneForm
          scene={scene}
          parent={null}
          mayBePlan={!scene.isRange && node.node.item.length === 0}
          onClose={onClose}
          onSaved={() => onDone()}
        />
      ) : null;
    default:
      return above ? (
        <SceneForm
          scene={null}
          parent={{
            id: above.id,
            name: above.node.name,
            ...(what === "peer" && { position: node.position + 1 }),
          }}
          mayBePlan
          onClose={onClose}
          onSaved={({ id }) => onDone(id)}
        />
      ) : null;
  }
}
