import { Building2, Folder, MapPinned, PanelsTopLeft } from "lucide-react";
import type { SceneNodeType } from "../tree.schema";

const ICONS = { all: Building2, customer: Building2, structure: Folder, plan: PanelsTopLeft, map: MapPinned } as const;

/** The icon of a node type. */
export function SceneIcon({ type, isTop = false }: { type: SceneNodeType; isTop?: boolean }) {
  const Icon = isTop && type === "structure" ? Building2 : ICONS[type];
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />;
}
