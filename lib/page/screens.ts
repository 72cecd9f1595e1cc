import type { AccessLevel } from "@/lib/auth/permission-catalogue";
import { entryOf, type Permission } from "@/lib/auth/permissions";

export const MENU_GROUPS = ["databoard", "abnormal", "arch", "user", "sys", "noti"] as const;
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
  { path: "/qrLogin", kind: "auth", permission: "public", group: null, title: "qrLogin", icon: "qr-code" },
  { path: "/password", kind: "auth", permission: "public", group: null, title: "changePassword", icon: "key-round" },
  { path: "/proxyCustomer", kind: "auth", permission: "public", group: null, title: "proxyCustomer", icon: "replace" },
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
    path: "/arch/contacts",
    kind: "console",
    permission: "viewContacts",
    group: "arch",
    title: "contacts",
    icon: "contact",
  },
  { path: "/user/userinfo", kind: "console", permission: "viewUser", group: "user", title: "userinfo", icon: "users" },
  {
    path: "/user/userLimits",
    kind: "console",
    permission: "viewRole",
    group: "user",
    title: "userLimits",
    icon: "shield-check",
  },
  {
    path: "/user/apiKey",
    kind: "console",
    permission: "viewApiKey",
    group: "user",
    title: "apiKey",
    icon: "key-round",
  },
  {
    path: "/sys/customer",
    kind: "console",
    permission: "viewCustomer",
    group: "sys",
    title: "customer",
    icon: "building",
  },
  {
    path: "/sys/paramsetup",
    kind: "console",
    permission: "viewParam",
    group: "sys",
    title: "paramsetup",
    icon: "sliders-horizontal",
  },
  {
    path: "/sys/unitMeasurement",
    kind: "console",
    permission: "viewUnit",
    group: "sys",
    title: "unitMeasurement",
    icon: "ruler",
  },
  {
    path: "/sys/carrierType",
    kind: "console",
    permission: "viewCarrierType",
    group: "sys",
    title: "carrierType",
    icon: "refrigerator",
  },
  {
    path: "/sys/deviceType",
    kind: "console",
    permission: "viewDeviceType",
    group: "sys",
    title: "deviceType",
    icon: "cpu",
  },
  {
    path: "/sys/resource",
    kind: "console",
    permission: "viewUrlResource",
    group: "sys",
    title: "resource",
    icon: "list-tree",
  },
  {
    path: "/noti/sysLog",
    kind: "console",
    permission: "viewSysLog",
    group: "noti",
    title: "sysLog",
    icon: "scroll-text",
  },
  {
    path: "/personal/material",
    kind: "console",
    permission: "signed-in",
    group: null,
    title: "material",
    icon: "circle-user-round",
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

/** The access level that a screen asks for at least; a cheap first look, for the code decides. */
export const levelOfScreen = ({ permission }: Screen): AccessLevel =>
  permission === "public" || permission === "signed-in" ? 0 : entryOf(permission).level;
