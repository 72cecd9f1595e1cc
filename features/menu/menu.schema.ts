import { z } from "zod";
import { MENU_VISIBILITIES } from "@/db/enums";
import { isPermission } from "@/lib/auth/permissions";
import {
  checkSomething,
  lineText,
  optionalText,
  recordId,
  recordIds,
  requiredText,
  wordText,
} from "@/lib/validation/fields";
import { isMenuUrl, MAXIMUM_ENTRIES, MENU_ICONS, type MenuRow, placeIssues } from "./menu.rules";

const broken = (rule: string, message: string) => ({ code: "custom" as const, params: { rule }, message });

/** A page of the console, an https address, or nothing. */
const Url = z
  .string()
  .trim()
  .max(255)
  .superRefine((url, context) => {
    if (url !== "" && !isMenuUrl(url)) context.addIssue(broken("menuUrl", "a page of the console or an https address"));
  });

/** A code of the permission catalogue, or nothing. */
const FunctionCode = z
  .string()
  .trim()
  .max(50)
  .superRefine((code, context) => {
    if (code !== "" && !isPermission(code)) context.addIssue(broken("unknown", "no such function code"));
  });

const FIELDS = {
  /** The group it stands in; null makes it a group. */
  parentId: recordId().nullable(),
  code: wordText(50),
  name: requiredText(30),
  icon: z.enum(MENU_ICONS),
  url: Url,
  functionCode: FunctionCode,
  extraCode: lineText(50),
  visibility: z.enum(MENU_VISIBILITIES),
  isEnabled: z.boolean(),
  isHidden: z.boolean(),
};

/** An entry or group that Root adds. */
export const MenuInput = z
  .strictObject({
    ...FIELDS,
    url: Url.default(""),
    functionCode: FunctionCode.default(""),
    extraCode: optionalText(50),
    visibility: FIELDS.visibility.default("all"),
    isEnabled: FIELDS.isEnabled.default(true),
    isHidden: FIELDS.isHidden.default(false),
  })
  .superRefine((entry, context) => {
    for (const { path, rule, message } of placeIssues(entry))
      context.addIssue({ ...broken(rule, message), path: [path] });
  });
export type MenuInput = z.output<typeof MenuInput>;

/** What of an entry changes. Without a name of its own a shipped one is called as in the language. */
export const MenuChange = z.strictObject({ ...FIELDS, name: FIELDS.name.nullable() }).partial();
export type MenuChange = z.output<typeof MenuChange>;

export const MenuUpdate = MenuChange.extend({ id: recordId() }).superRefine(checkSomething);

export const MenuListQuery = z.strictObject({ q: lineText(100).optional() });

/** The order of a group's entries, or with `parentId` null that of the groups; entries of other groups move here. */
export const MenuSort = z.strictObject({
  parentId: recordId().nullable().default(null),
  ids: recordIds(MAXIMUM_ENTRIES).refine((ids) => ids.length > 0, { params: { rule: "required" } }),
});

export type MenuResource = MenuRow & {
  extraCode: string;
  isEnabled: boolean;
  isHidden: boolean;
  position: number;
};

/** An entry with the name that it has in the language of the request, and the one that the release gives it. */
export type MenuDto = MenuResource & { label: string; defaultLabel: string };

/** A group with its entries. */
export type MenuGroupDto = MenuDto & { children: MenuDto[] };
