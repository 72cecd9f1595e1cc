import { callService } from "@/lib/http/call-service";
import type {
  GuideChange,
  GuideDto,
  GuideGroupChange,
  GuideGroupDto,
  GuideGroupInput,
  GuideInput,
} from "./guide.schema";

/** Paths of the help and of its administration. */
export const GUIDE_PATH = "/guide";
export const ADMINISTRATION_PATH = "/sys/online_help";

export const ITEM_PATH = "/service/guide";

/** Creates a chapter, or updates the one with this id. */
export const saveGroup = (id: number | null, values: GuideGroupInput | GuideGroupChange): Promise<GuideGroupDto> =>
  id === null
    ? callService(`${ITEM_PATH}/group/add`, { method: "POST", body: values })
    : callService(`${ITEM_PATH}/group/update`, { method: "PUT", body: { ...values, id } });

export const sortGroups = (ids: readonly number[]): Promise<unknown> =>
  callService(`${ITEM_PATH}/group/sort`, { method: "POST", body: { ids } });

export const removeGroup = (id: number): Promise<unknown> =>
  callService(`${ITEM_PATH}/group/del/${id}`, { method: "DELETE" });

/** Creates a topic, or updates the one with this id. */
export const saveItem = (id: number | null, values: GuideInput | GuideChange): Promise<GuideDto> =>
  id === null
    ? callService(`${ITEM_PATH}/add`, { method: "POST", body: values })
    : callService(`${ITEM_PATH}/update`, { method: "PUT", body: { ...values, id } });

export const sortItems = (groupId: number, ids: readonly number[]): Promise<unknown> =>
  callService(`${ITEM_PATH}/sort`, { method: "POST", body: { groupId, ids } });

export const setStatus = (ids: readonly number[], status: "enabled" | "disabled"): Promise<unknown> =>
  callService(`${ITEM_PATH}/update?ids=${ids.join()}`, { method: "POST", body: { status } });

export const removeItem = (id: number): Promise<unknown> => callService(`${ITEM_PATH}/del/${id}`, { method: "DELETE" });

/** Size of the help window (specification, section 2). */
const POPUP = { width: 1400, height: 700 };

/** Opens the help in one separate, reused window; false if the browser blocks it. */
export function openPopup(href: string): boolean {
  const { availWidth, availHeight } = window.screen;
  const width = Math.min(POPUP.width, availWidth);
  const height = Math.min(POPUP.height, availHeight);
  const place = `left=${Math.round((availWidth - width) / 2)},top=${Math.round((availHeight - height) / 2)}`;
  const opened = window.open(href, "frostline-guide", `popup,width=${width},height=${height},${place}`);
  opened?.focus();
  return opened !== null;
}
