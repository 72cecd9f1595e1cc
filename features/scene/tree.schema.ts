import type { SceneFuncType } from "@/db/enums";
import { callService } from "@/lib/http/call-service";

// Apart from the inputs of the nodes: screens that only choose from the tree need not load what checks those.

/** The code of the node above all customers. */
export const ALL_NODE = "all_node";

/** What a line of the tree is; `plan` and `map` are the nodes of function types 1 and 2. */
export type SceneNodeType = "all" | "customer" | "structure" | "plan" | "map";

/** A line of the organisation tree, in the spelling of the older API. */
export type SceneTreeNode = {
  /** Unique within the whole tree: what trees take as a line's key. */
  scene_code: string;
  /** The node; null for a customer and for the line above all customers. */
  scene_id: number | null;
  /** The customer that it belongs to; null above all customers. */
  scope_id: number | null;
  label: string;
  name: string;
  /** The own code of the node or customer; `all_node` above all customers. */
  code: string;
  /** The id of the node or customer, by `nodeType`; 0 above all customers. */
  id: number;
  /** 0 above all customers, 1 a customer, 2 its first nodes, and so on. */
  level: number;
  nodeType: SceneNodeType;
  funcType: SceneFuncType;
  item: SceneTreeNode[];
};

/** Whose trees are asked for: those of all customers within reach, of one of them, or the own one. */
export type SceneTreeQuery = { all?: boolean; customerId?: number };

/** What `useQuery` takes to read the tree, for the screens of every feature. */
export const sceneTreeQuery = ({ all, customerId }: SceneTreeQuery) => {
  const query = new URLSearchParams();
  if (all) query.set("all", "true");
  if (customerId !== undefined) query.set("customerId", String(customerId));
  return {
    queryKey: ["scene", "tree", query.toString()],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callService<SceneTreeNode[]>(`/service/treeUtil/tree?${query}`, { signal }),
    staleTime: 60_000,
  };
};
