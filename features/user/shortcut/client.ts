import { callService } from "@/lib/http/call-service";
import type { ShortcutDto, ShortcutMenuDto } from "./schema";

/** What one may choose from, and what is chosen in its order. */
export async function readShortcutMenu(signal: AbortSignal) {
  const [menu, bar] = await Promise.all([
    callService<ShortcutMenuDto[]>("/service/mine/shortcutMenu", { signal }),
    callService<ShortcutDto[]>("/service/mine/shortcut", { signal }),
  ]);
  return { menu, chosen: bar.map(({ id }) => id) };
}

/** The number 200, as the older API says that it is done. */
export const saveShortcuts = (ids: readonly number[]) =>
  callService<200>("/service/mine/addShortcut", { method: "POST", body: { ids } });
