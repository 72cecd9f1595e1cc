import { callService } from "@/lib/http/call-service";
import type { MenuChange, MenuDto, MenuInput } from "./menu.schema";

/** Creates an entry (`id` null) or updates one. */
export const saveEntry = (id: number | null, values: MenuInput | MenuChange): Promise<MenuDto> =>
  id === null
    ? callService("/service/menu", { method: "POST", body: values })
    : callService(`/service/menu/${id}`, { method: "PUT", body: values });

export const removeEntry = (id: number): Promise<unknown> => callService(`/service/menu/${id}`, { method: "DELETE" });

export const sortEntries = (parentId: number | null, ids: readonly number[]): Promise<unknown> =>
  callService("/service/menu/sort", { method: "POST", body: { parentId, ids } });
