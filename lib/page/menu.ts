import { MENU_GROUPS, type MenuGroup, mayOpen, SCREENS, type Screen } from "./screens";

/** Lucide icons of the menu's groups; a group without one does not compile. */
export const GROUP_ICONS: Record<MenuGroup, string> = {
  databoard: "activity",
  abnormal: "siren",
  arch: "network",
  user: "users",
  sys: "settings",
  noti: "scroll-text",
};

/** The menu of somebody with these permissions, in the order of the registry; a group with nothing in it is left out. */
export function menuOf(permissions: Parameters<typeof mayOpen>[1]): { group: MenuGroup; screens: Screen[] }[] {
  const screens: readonly Screen[] = SCREENS;
  return MENU_GROUPS.map((group) => ({
    group,
    screens: screens.filter((screen) => screen.group === group && mayOpen(screen, permissions)),
  })).filter((entry) => entry.screens.length > 0);
}

type Translate = (key: string) => string;

/** The titles of all screens of a kind by path, and the menu group that each stands in; `t` reads `shell`. */
export function titlesOf(kind: Screen["kind"], t: Translate): Record<string, { title: string; section?: string }> {
  const screens: readonly Screen[] = SCREENS;
  return Object.fromEntries(
    screens
      .filter((screen) => screen.kind === kind)
      .map(({ path, title, group }) => [
        path,
        { title: t(`menu.${title}`), ...(group && { section: t(`group.${group}`) }) },
      ]),
  );
}
