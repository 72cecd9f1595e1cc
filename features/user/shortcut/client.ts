import { callService } from "@/lib/http/call-service";
import type { ShortcutDto, ShortcutMenuDto } from "./schema";

/** The available entries, and the selected ones in order. */
export async function readShortcutMenu(signal: AbortSignal) {
  const [menu, bar] = await Promise.all([
    callService<ShortcutMenuDto[]>("/service/mine/shortcutMenu", { signal }),
    callService<ShortcutDto[]>("/service/mine/shortcut", { signal }),
  ]);
  return { menu, chosen: bar.map(({ id }) => id) };
}

/** Resolves with the number 200, the success code of the older API. */
export const saveShortcuts = (ids: readonly number[]) =>
  callService<200>("/service/mine/addShortcut", { method: "POST", body: { ids } });
