/** Pages whose rows can be filtered by a node of the organisation tree, with `sceneId` in the URL. */
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

export const isNarrowed = (path: string): boolean => NARROWED.has(path);

/** The panel state of an account: whether it is open, and the selected node. */
export type RangeChoice = { isOpen: boolean; sceneId: number | null };

const CLOSED: RangeChoice = { isOpen: false, sceneId: null };

/** Parses a stored state; closed and without a node if it is missing or invalid. */
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
 * The URL of a page filtered by a node (null: no filter), with the same search from its first row. Undefined if the URL
 * would not change, and for pages that cannot be filtered.
 */
export function narrowedAddress(path: string, query: URLSearchParams, sceneId: number | null): string | undefined {
  if (!isNarrowed(path) || query.get("sceneId") === (sceneId === null ? null : String(sceneId))) return undefined;
  const next = new URLSearchParams(query);
  next.delete("iDisplayStart");
  if (sceneId === null) next.delete("sceneId");
  else next.set("sceneId", String(sceneId));
  return next.size > 0 ? `${path}?${next}` : path;
}
