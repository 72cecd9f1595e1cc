import { icons } from "lucide-react";
import { describe, expect, it } from "vitest";
import { MenuIcon } from "@/components/shell/menu-icon";
import { GROUP_ICONS } from "@/lib/page/menu";
import { SCREENS } from "@/lib/page/screens";
import {
  iconOf,
  isMenuUrl,
  MENU_ICONS,
  type MenuRow,
  maySee,
  menuFor,
  nameKeyOf,
  narrowed,
  shippedIssues,
} from "./menu.rules";

describe("an address of the menu", () => {
  it.each([
    "/sys/customer",
    "/user/userinfo?status=active&q=a%20b",
    "https://example.com",
    "https://例子.cn/路径?q=1#part",
    "https://example.com:8443/a(b)",
  ])("may be %s", (url) => expect(isMenuUrl(url)).toBe(true));

  it.each([
    "",
    "sys/customer",
    "/sys",
    "/sys/customer/../../x",
    "/login",
    "/historyData",
    "//example.com",
    "/\\example.com",
    "/sys/customer#<script>",
    "http://example.com",
    "HTTPS://example.com",
    "https://",
    "https:example.com",
    "https://user:secret@example.com",
    "https://example.com/a b",
    "https://example.com/\u0000",
    'https://example.com/"onclick=',
    "javascript:alert(1)",
    "data:text/html,x",
    "blob:https://example.com/1",
  ])("may not be %j", (url) => expect(isMenuUrl(url)).toBe(false));
});

it("has no icon that does not exist or that the menu cannot draw, and those of all screens and groups", () => {
  const known = new Set(Object.keys(icons).map((name) => name.toLowerCase()));
  for (const name of MENU_ICONS) {
    expect(MenuIcon({ name }), name).toBeTruthy();
    expect(known, name).toContain(name.replaceAll("-", ""));
  }
  expect([iconOf("bell"), iconOf("unicorn")]).toEqual(["bell", "circle"]);
  const linked = SCREENS.filter(({ group }) => group !== null).map(({ icon }) => icon);
  for (const icon of [...linked, ...Object.values(GROUP_ICONS)]) expect(MENU_ICONS).toContain(icon);
});

const row = (fields: Partial<MenuRow>): MenuRow => ({
  id: 1,
  parentId: null,
  code: "own",
  name: "Own",
  icon: "globe",
  url: "",
  functionCode: "",
  visibility: "all",
  isShipped: false,
  ...fields,
});
const NOBODY = { isRoot: false, scopeType: 1, permissions: new Set<never>() } as const;
const ROOT = { isRoot: true, scopeType: 3, permissions: new Set(["viewUrlResource"] as const) } as const;

describe("somebody's menu", () => {
  it("leaves out groups with nothing in them, and entries without their group", () => {
    const rows = [row({ id: 1, code: "empty" }), row({ id: 2, parentId: 9, url: "https://example.com" })];
    expect(menuFor(rows, NOBODY, ({ code }) => code)).toEqual([]);
  });

  it("holds the screen of the menu resources for Root alone, whatever leads there", () => {
    const shipped = row({ parentId: 9, code: "/sys/resource", isShipped: true });
    const own = row({ parentId: 9, url: "/sys/resource?q=a" });
    const lent = { ...ROOT, isRoot: false };
    for (const entry of [shipped, own]) {
      expect(maySee(entry, ROOT)).toBe(true);
      expect(maySee(entry, lent)).toBe(false);
    }
  });

  it("does not hold what an older release shipped", () => {
    expect(maySee(row({ code: "/sys/gone", parentId: 9, isShipped: true }), ROOT)).toBe(false);
    expect(nameKeyOf("/sys/gone")).toBeUndefined();
    expect(nameKeyOf("constructor")).toBeUndefined();
  });
});

it("narrows to entries that hold the text, a matching group with all of its own", () => {
  const entry = (label: string) => ({ label, code: `code-${label}` });
  const groups = [
    { ...entry("System"), children: [entry("Customers"), entry("Units")] },
    { ...entry("Logs"), children: [entry("System log")] },
  ];
  const names = (text: string) =>
    narrowed(groups, text).map(({ label, children }) => [label, ...children.map((c) => c.label)]);
  expect(names("SYSTEM")).toEqual([
    ["System", "Customers", "Units"],
    ["Logs", "System log"],
  ]);
  expect(names("code-unit")).toEqual([["System", "Units"]]);
  expect(names("nothing")).toEqual([]);
});

it("leaves to the release what is the release's", () => {
  const old = { code: "/a", url: "/a", functionCode: "viewEx" };
  expect(shippedIssues(old, { ...old })).toEqual([]);
  expect(shippedIssues(old, {})).toEqual([]);
  expect(shippedIssues(old, { code: "/b", functionCode: "" }).map(({ path, rule }) => `${path} ${rule}`)).toEqual([
    "code isShipped",
    "functionCode isShipped",
  ]);
});
