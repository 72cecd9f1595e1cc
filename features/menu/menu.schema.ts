import { z } from "zod";
import { MENU_VISIBILITIES } from "@/db/enums";
import { isPermission } from "@/lib/auth/permissions";
import { VersionedId } from "@/lib/resource/by-id";
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

/** A page of the console, an https address, or empty. */
const Url = z
  .string()
  .trim()
  .max(255)
  .superRefine((url, context) => {
    if (url !== "" && !isMenuUrl(url)) context.addIssue(broken("menuUrl", "a page of the console or an https address"));
  });

/** A code of the permission catalogue, or empty. */
const FunctionCode = z
  .string()
  .trim()
  .max(50)
  .superRefine((code, context) => {
    if (code !== "" && !isPermission(code)) context.addIssue(broken("unknown", "no such function code"));
  });

const FIELDS = {
  /** The parent group; null makes it a group. */
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

/** An entry or group added by Root. */
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

/** The changed fields of an entry. With `name` null a shipped entry has the name of the language. */
export const MenuChange = z.strictObject({ ...FIELDS, name: FIELDS.name.nullable() }).partial();
export type MenuChange = z.output<typeof MenuChange>;

export const MenuUpdate = MenuChange.extend(VersionedId.shape).superRefine(checkSomething);

export const MenuListQuery = z.strictObject({ q: lineText(100).optional() });

/** The order of a group's entries, or of the groups if `parentId` is null. Entries of other groups are moved here. */
export const MenuSort = z.strictObject({
  parentId: recordId().nullable().default(null),
  ids: recordIds(MAXIMUM_ENTRIES).refine((ids) => ids.length > 0, { params: { rule: "required" } }),
});

export type MenuResource = MenuRow & {
  extraCode: string;
  isEnabled: boolean;
  isHidden: boolean;
  position: number;
  version: number;
};

/** An entry with its name in the language of the request, and the default name of the release. */
export type MenuDto = MenuResource & { label: string; defaultLabel: string };

export type MenuGroupDto = MenuDto & { children: MenuDto[] };
