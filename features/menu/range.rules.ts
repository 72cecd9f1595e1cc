/** Pages whose rows a node of the organisation tree narrows, by `sceneId` in their address. */
const NARROWED = new Set<string>([
  "/databoard/deviceMonitor",
  "/databoard/monitoringPoint",
  "/databoard/monitorMap",
  "/databoard/overview",
  "/abnormal/dataex",
  "/carrier/incubator",
  "/carrier/refrigerator",
  "/carrier/vehicle",
  "/carrier/refrigeratory",
  "/carrier/warehouse",
  "/carrier/store",
  "/carrier/other",
  "/device/sensor",
  "/device/gateway",
  "/device/displayscreen",
  "/device/relay",
  "/device/base",
  "/device/gas",
  "/device/magnetism",
]);

/** Whether the range panel narrows the page at this path. */
export const isNarrowed = (path: string): boolean => NARROWED.has(path);

/** What an account has of the panel: whether it stands open, and the node that it holds. */
export type RangeChoice = { isOpen: boolean; sceneId: number | null };

const CLOSED: RangeChoice = { isOpen: false, sceneId: null };

/** A stored choice; closed and without a node where it is missing or mangled. */
export function readChoice(stored: string | null): RangeChoice {
  try {
    const { isOpen, sceneId } = JSON.parse(stored ?? "null") ?? {};
    const isNode = Number.isSafeInteger(sceneId) && sceneId > 0;
    return { isOpen: isOpen === true, sceneId: isNode ? sceneId : null };
  } catch {
    return CLOSED;
  }
}

/**
 * Where a page leads that the panel narrows to a node (null: to none): the same search from its first row; undefined
 * where it stands there already, and for pages that no node narrows.
 */
export function narrowedAddress(path: string, query: URLSearchParams, sceneId: number | null): string | undefined {
  if (!isNarrowed(path) || query.get("sceneId") === (sceneId === null ? null : String(sceneId))) return undefined;
  const next = new URLSearchParams(query);
  next.delete("iDisplayStart");
  if (sceneId === null) next.delete("sceneId");
  else next.set("sceneId", String(sceneId));
  return next.size > 0 ? `${path}?${next}` : path;
}
