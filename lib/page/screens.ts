import type { Permission } from "@/lib/auth/permissions";

export const MENU_GROUPS = ["databoard", "abnormal"] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

export type Screen = {
  readonly path: string;
  readonly kind: "console" | "window" | "auth" | "public";
  readonly permission: Permission | "signed-in" | "public";
  /** The menu group it stands in; null keeps it out of the menu. */
  readonly group: MenuGroup | null;
  /** Key in the `shell` messages, under `menu`. */
  readonly title: string;
  /** Name of a lucide icon, in kebab case. */
  readonly icon: string;
};

/** Every screen: path, door, permission, menu entry, title and icon in one place. */
export const SCREENS = [
  { path: "/login", kind: "auth", permission: "public", group: null, title: "login", icon: "log-in" },
  { path: "/no-access", kind: "auth", permission: "public", group: null, title: "noAccess", icon: "lock" },
  { path: "/home", kind: "console", permission: "signed-in", group: null, title: "home", icon: "house" },
  {
    path: "/databoard/monitoringPoint",
    kind: "console",
    permission: "viewMonitorPointRealTime",
    group: "databoard",
    title: "monitoringPoint",
    icon: "thermometer",
  },
  {
    path: "/abnormal/dataex",
    kind: "console",
    permission: "viewEx",
    group: "abnormal",
    title: "dataex",
    icon: "siren",
  },
  {
    path: "/historyData",
    kind: "window",
    permission: "viewHistory",
    group: null,
    title: "historyData",
    icon: "chart-line",
  },
  { path: "/404", kind: "public", permission: "public", group: null, title: "notFound", icon: "map-pin-off" },
] as const satisfies readonly Screen[];

export type ScreenPath = (typeof SCREENS)[number]["path"];

/** The registry entry of a path; the type forbids a path that is not registered. */
export function screenOf(path: ScreenPath): Screen {
  const screen: Screen | undefined = SCREENS.find((candidate) => candidate.path === path);
  if (!screen) throw new Error(`no screen ${path}`);
  return screen;
}

/** Whether a holder of `permissions` may open the screen. */
export function mayOpen(screen: Screen, permissions: ReadonlySet<Permission> | null): boolean {
  if (screen.permission === "public") return true;
  if (!permissions) return false;
  return screen.permission === "signed-in" || permissions.has(screen.permission);
}
