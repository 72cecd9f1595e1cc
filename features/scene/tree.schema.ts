import type { SceneFuncType } from "@/db/enums";
import { callService } from "@/lib/http/call-service";

// Separate from the input schemas of nodes, so that screens that only select from the tree do not load the validation.

/** The code of the node above all customers. */
export const ALL_NODE = "all_node";

/** Kind of a line; `plan` and `map` are the nodes of function types 1 and 2. */
export type SceneNodeType = "all" | "customer" | "structure" | "plan" | "map";

/** A line of the organisation tree, with the names of the older API. */
export type SceneTreeNode = {
  /** Unique within the whole tree; the key of a line. */
  scene_code: string;
  /** The node's id; null for a customer and for the line above all customers. */
  scene_id: number | null;
  /** The customer it belongs to; null for the line above all customers. */
  scope_id: number | null;
  label: string;
  name: string;
  /** The code of the node or customer; `all_node` above all customers. */
  code: string;
  /** The id of the node or customer, by `nodeType`; 0 above all customers. */
  id: number;
  /** 0 above all customers, 1 for a customer, 2 for its topmost nodes, and so on. */
  level: number;
  nodeType: SceneNodeType;
  funcType: SceneFuncType;
  /** Whether it is the topmost node of its customer, which has no carriers. */
  isRange: boolean;
  item: SceneTreeNode[];
};

/** The requested trees: of all customers in the scope, of one of them, or the account's own. */
export type SceneTreeQuery = { all?: boolean; customerId?: number };

/** Query options for the tree, shared by the screens of all features. */
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
