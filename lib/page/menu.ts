import { type MenuGroup, SCREENS, type Screen } from "./screens";

/** Lucide icons of the menu's groups; a group without one is a type error. */
export const GROUP_ICONS: Record<MenuGroup, string> = {
  databoard: "activity",
  abnormal: "siren",
  goods: "package",
  order: "wrench",
  count: "chart-no-axes-combined",
  arch: "network",
  carrier: "refrigerator",
  device: "router",
  user: "users",
  sys: "settings",
  noti: "scroll-text",
};

type Translate = (key: string) => string;

/** The titles of all screens of a kind by path, with their menu group, and whether each record has its own; `t` reads `shell`. */
export function titlesOf(
  kind: Screen["kind"],
  t: Translate,
): Record<string, { title: string; section?: string; isRecord?: boolean }> {
  const screens: readonly Screen[] = SCREENS;
  return Object.fromEntries(
    screens
      .filter((screen) => screen.kind === kind)
      .map(({ path, title, group, isRecord }) => [
        path,
        { title: t(`menu.${title}`), ...(group && { section: t(`group.${group}`) }), ...(isRecord && { isRecord }) },
      ]),
  );
}
