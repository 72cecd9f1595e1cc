import {
  forwardSets,
  lookUpForwardSets,
  removeForwardSets,
  switchForwardSet,
} from "@/features/forward/forward.operations";
import { getPlatform, replayForwardSet, skipForwardSet, testForwardSet } from "@/features/forward/state/operations";
import type { Route } from "@/lib/http/openapi";

/** Calls of forwarding to other platforms: those of the specification, and the same by the id in the path. */
export const FORWARD_ROUTES: readonly Route[] = [
  ["GET", "/service/forwardSet/page", forwardSets.list],
  ["GET", "/service/forwardSet/detail", forwardSets.get],
  ["POST", "/service/forwardSet/add", forwardSets.create],
  ["PUT", "/service/forwardSet/update", forwardSets.update],
  ["DELETE", "/service/forwardSet/del", removeForwardSets],
  ["GET", "/service/forwardSet/[id]", forwardSets.get],
  ["PUT", "/service/forwardSet/[id]", forwardSets.update],
  ["DELETE", "/service/forwardSet/[id]", forwardSets.remove],
  ["PUT", "/service/forwardSet/[id]/enabled", switchForwardSet],
  ["POST", "/service/forwardSet/test", testForwardSet],
  ["POST", "/service/forwardSet/replay", replayForwardSet],
  ["POST", "/service/forwardSet/skip", skipForwardSet],
  ["GET", "/service/forwardSet/platform", getPlatform],
  ["GET", "/service/share/forward", lookUpForwardSets],
];
