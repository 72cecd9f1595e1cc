import { guideGroups } from "@/features/guide/group.operations";
import {
  createGuide,
  getGuide,
  listGuide,
  removeGuide,
  setGuideStatus,
  sortGuide,
  updateGuide,
} from "@/features/guide/guide.operations";
import { readGuide } from "@/features/guide/search.operations";
import type { Route } from "@/lib/http/openapi";

/** Calls of the online help: those of the specification, the order, and one topic in full. */
export const GUIDE_ROUTES: readonly Route[] = [
  ["GET", "/service/guide/groups", guideGroups.list],
  ["POST", "/service/guide/group/add", guideGroups.create],
  ["PUT", "/service/guide/group/update", guideGroups.update],
  ["POST", "/service/guide/group/sort", guideGroups.sort],
  ["DELETE", "/service/guide/group/del/[id]", guideGroups.remove],
  ["GET", "/service/guide/list/[id]", listGuide],
  ["GET", "/service/guide/[id]", getGuide],
  ["POST", "/service/guide/add", createGuide],
  ["PUT", "/service/guide/update", updateGuide],
  ["POST", "/service/guide/update", setGuideStatus],
  ["POST", "/service/guide/sort", sortGuide],
  ["DELETE", "/service/guide/del/[id]", removeGuide],
  ["GET", "/service/share/guide", readGuide],
];
