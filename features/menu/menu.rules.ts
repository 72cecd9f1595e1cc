import type { MenuVisibility, ScopeType } from "@/db/enums";
import type { Permission } from "@/lib/auth/permissions";
import { AppError, type Issue } from "@/lib/errors";
import { MENU_GROUPS, type MenuGroup, mayOpen, SCREENS, type Screen } from "@/lib/page/screens";

/** The lucide names that a menu entry may have: those that `components/shell/menu-icon.tsx` can render. */
export const MENU_ICONS = [
  "activity",
  "alarm-clock",
  "archive",
  "bell",
  "bell-off",
  "book-open",
  "boxes",
  "building",
  "building-complex",
  "calendar-sync",
  "chart-line",
  "chart-no-axes-combined",
  "circle",
  "circle-question-mark",
  "circle-user-round",
  "clipboard-check",
  "clipboard-list",
  "contact",
  "cpu",
  "door-open",
  "download",
  "eraser",
  "file-clock",
  "file-down",
  "file-text",
  "flame",
  "forward",
  "gauge",
  "globe",
  "house",
  "key-round",
  "layout-dashboard",
  "lightbulb",
  "list-tree",
  "log-in",
  "mail-check",
  "map",
  "map-pin-off",
  "map-pinned",
  "monitor-smartphone",
  "network",
  "package",
  "package-check",
  "pencil-ruler",
  "pill",
  "printer",
  "qr-code",
  "radar",
  "radio",
  "refrigerator",
  "repeat",
  "replace",
  "route",
  "router",
  "ruler",
  "scan-search",
  "scroll-text",
  "search-check",
  "settings",
  "shield-check",
  "siren",
  "sliders-horizontal",
  "snowflake",
  "square",
  "store",
  "thermometer",
  "thermometer-snowflake",
  "thermometer-sun",
  "truck",
  "user-cog",
  "user-round",
  "users",
  "volume-off",
  "wand-sparkles",
  "warehouse",
  "wrench",
] as const;
export type MenuIconName = (typeof MENU_ICONS)[number];

/** The icon of an entry; a circle for a name that this release does not know. */
export const iconOf = (name: string): MenuIconName => MENU_ICONS.find((known) => known === name) ?? "circle";

/** The path of the menu editor. Without its entry Root could not navigate back to it. */
export const RESOURCE_PATH = "/sys/resource";

/** Limits the size because the menu is read with every page. */
export const MAXIMUM_ENTRIES = 200;

const CONSOLE: readonly Screen[] = SCREENS.filter((screen) => screen.kind === "console");

/** The registered console screen of a path (with or without a query). */
export const screenAt = (url: string): Screen | undefined =>
  CONSOLE.find((screen) => screen.path === url.split(/[?#]/, 1)[0]);

const isGroup = (code: string): code is MenuGroup => (MENU_GROUPS as readonly string[]).includes(code);

/** Whether a URL leaves the console; such entries open in a new tab. */
export const isExternal = (url: string): boolean => url.startsWith("https://");

/** Whether a URL is a valid target of a menu entry: a page of the console, or an external https address. */
export function isMenuUrl(url: string): boolean {
  if (url.startsWith("/")) return /^[\w\-./?=&%]+$/.test(url) && screenAt(url) !== undefined;
  if (!/^https:\/\/[^\s"'<>\\\p{Cc}]+$/u.test(url) || !URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  return protocol === "https:" && hostname !== "" && username === "" && password === "";
}

/** Checks the level of an entry: a group has no target, an entry in a group has one. */
export function placeIssues({ parentId, url }: { parentId: number | null; url: string }): Issue[] {
  if (parentId === null && url !== "") return [{ path: "url", rule: "menuGroup", message: "a group has no address" }];
  if (parentId !== null && url === "") return [{ path: "url", rule: "required", message: "an address is required" }];
  return [];
}

/** The fields of a shipped entry that the release defines. */
export const SHIPPED_FIELDS = ["code", "url", "functionCode"] as const;

type Shown = { id: number; parentId: number | null; code: string; isEnabled: boolean; isHidden: boolean };

/** Throws if the menu editor would no longer be accessible to Root in the menu. */
export function assertWayBack(rows: readonly Shown[], path: "isEnabled" | "isHidden" | "parentId" | "ids"): void {
  const isShown = (row: Shown | undefined) => row?.isEnabled === true && !row.isHidden;
  const own = rows.find(({ code }) => code === RESOURCE_PATH);
  if (!own || (isShown(own) && isShown(rows.find(({ id }) => id === own.parentId)))) return;
  const message = "the entry of the menu resources has to stay in the menu";
  throw new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "menuWayBack", message }] });
}

/** Checks a change of a shipped entry: the fields that the release defines are fixed. */
export function shippedIssues(
  old: Record<(typeof SHIPPED_FIELDS)[number], string>,
  change: Partial<Record<(typeof SHIPPED_FIELDS)[number], string>>,
): Issue[] {
  return SHIPPED_FIELDS.filter((field) => change[field] !== undefined && change[field] !== old[field]).map((path) => ({
    path,
    rule: "isShipped",
    message: "belongs to the release",
  }));
}

/** The groups with the entries whose name or code contains the text. A matching group has all its entries. */
export function narrowed<Entry extends { label: string; code: string }>(
  groups: readonly (Entry & { children: Entry[] })[],
  text: string,
): (Entry & { children: Entry[] })[] {
  const wanted = text.toLocaleLowerCase();
  const holds = ({ label, code }: Entry) => [label, code].some((part) => part.toLocaleLowerCase().includes(wanted));
  return groups
    .map((group) => (holds(group) ? group : { ...group, children: group.children.filter(holds) }))
    .filter((group) => holds(group) || group.children.length > 0);
}

/** The viewer of the menu. */
export type MenuViewer = {
  isRoot: boolean;
  scopeType: ScopeType;
  permissions: ReadonlySet<Permission>;
};

export type MenuRow = {
  id: number;
  parentId: number | null;
  code: string;
  name: string | null;
  icon: string;
  url: string;
  functionCode: string;
  visibility: MenuVisibility;
  isShipped: boolean;
};

/** Specification section 6, "Menu visibility": administrators are those of a customer, of the platform, and Root. */
function fits(visibility: MenuVisibility, { scopeType, isRoot }: MenuViewer): boolean {
  if (visibility === "admin") return isRoot || scopeType === 1 || scopeType === 3;
  if (visibility === "system") return isRoot || scopeType === 2 || scopeType === 3;
  return true;
}

/** Whether the viewer may see an enabled entry. The menu editor is for Root only. */
export function maySee(row: MenuRow, viewer: MenuViewer): boolean {
  if (!fits(row.visibility, viewer)) return false;
  if (row.isShipped && row.parentId === null && isGroup(row.code)) return true;
  const target = row.isShipped ? row.code : row.url;
  const screen = screenAt(target);
  if (screen?.path === RESOURCE_PATH && !viewer.isRoot) return false;
  if (screen && !mayOpen(screen, viewer.permissions)) return false;
  if (row.isShipped) return screen !== undefined;
  return row.functionCode === "" || viewer.permissions.has(row.functionCode as Permission);
}

/** One entry of the menu: a console page by `path`, or an external address by `url`; a group has neither. */
export type MenuNode = {
  id: number;
  code: string;
  name: string;
  icon: string;
  path: string | null;
  url: string | null;
  children: MenuNode[];
};

/** The viewer's menu from enabled rows in order, without empty groups. */
export function menuFor(
  rows: readonly MenuRow[],
  viewer: MenuViewer,
  nameOf: (row: Pick<MenuRow, "code" | "name">) => string,
): MenuNode[] {
  const seen = rows.filter((row) => maySee(row, viewer));
  const node = (row: MenuRow): MenuNode => {
    const target = row.isShipped ? row.code : row.url;
    const isLink = row.parentId !== null;
    return {
      id: row.id,
      code: row.code,
      name: nameOf(row),
      icon: iconOf(row.icon),
      path: isLink && !isExternal(target) ? target : null,
      url: isLink && isExternal(target) ? target : null,
      children: isLink ? [] : seen.filter(({ parentId }) => parentId === row.id).map(node),
    };
  };
  return seen
    .filter(({ parentId }) => parentId === null)
    .map(node)
    .filter(({ children }) => children.length > 0);
}

/** The key of a shipped entry's name in the `shell` messages; undefined for an entry of an older release. */
export function nameKeyOf(code: string): string | undefined {
  const screen = screenAt(code);
  if (screen) return `menu.${screen.title}`;
  return isGroup(code) ? `group.${code}` : undefined;
}
