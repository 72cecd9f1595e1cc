import { z } from "zod";
import { HOME_STYLES, type HomeStyle, type ScopeType } from "@/db/enums";
import type { MenuNode } from "@/features/menu/menu.rules";
import type { PermissionGroup } from "@/lib/auth/permission-catalogue";
import type { Permission } from "@/lib/auth/permissions";
import { LOCALES, toLocale } from "@/lib/i18n/routing";
import { bytesOfDataUrl, pictureIssue } from "@/lib/storage/picture";
import { multilineText, optionalEmail, requiredPhone, verbatimText } from "@/lib/validation/fields";
import { type Gender, personName } from "../user.schema";

/** The personal data that users can change. Gender, e-mail and remarks are unchanged if omitted. */
export const PersonalInput = z.strictObject({
  name: personName(),
  gender: z.literal([0, 1]).nullable().optional(),
  mobile: requiredPhone(),
  email: optionalEmail("USER_EMAIL_FORMAT").optional(),
  // No default: an omitted value is unchanged.
  remarks: multilineText(250).optional(),
});
export type PersonalInput = z.output<typeof PersonalInput>;

/** Whether the guided tour runs on the home page. */
export const GuideInput = z.strictObject({
  on: z.preprocess((value) => (typeof value === "number" ? String(value) : value), z.enum(["0", "1"])),
});

export const HomeStyleInput = z.strictObject({ style: z.enum(HOME_STYLES) });

/** A language, also in the spelling of the older API (`zh_CN`). */
export const LocaleInput = z.strictObject({
  locale: z.preprocess((value) => (typeof value === "string" ? (toLocale(value) ?? value) : value), z.enum(LOCALES)),
});

const File = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, {
    params: { rule: "required" },
    message: "a file is required",
  })
  .superRefine((bytes, context) => {
    const issue = pictureIssue(bytes);
    if (!issue) return;
    const { rule, limit, message } = issue;
    context.addIssue({ code: "custom", params: { rule, limit }, message });
  });

/** An uploaded JPG or PNG of at most 500 kB, as bytes or, in JSON, as a data URL. The content determines the type. */
export const PictureInput = z.strictObject({
  file: z.preprocess((value) => (typeof value === "string" ? bytesOfDataUrl(value) : value), File),
});

/** The language in which the menu is named; default is that of the request. */
export const PageInfoQuery = z.strictObject({ locale: verbatimText(20).optional() });

/** The initial data of a screen: the codes, the logged-in account, and the menu. */
export type PageInfoDto = {
  /** Function code → true; codes that the user lacks are omitted. */
  funcs: Partial<Record<Permission, true>>;
  userRsp: {
    user: {
      id: number;
      username: string;
      name: string;
      /** Whether the guided tour runs: 1 or 0. */
      guide_on: 0 | 1;
      home_style: HomeStyle;
      locale: string | null;
      /** Whether there is a picture at /service/mine/avatar. */
      has_avatar: boolean;
    };
    scope: {
      /** -1 agent, 0 customer use, 1 customer management, 2 platform use, 3 platform management. */
      type: ScopeType;
      /** The customer whose data is used: the proxy customer for an agent. */
      customer_id: number;
      customer_name: string;
      /** Of the platform: types 2 and 3. */
      sysScope: boolean;
      /** Manages the platform: type 3. */
      sysAdmin: boolean;
      /** Manages a customer: type 1. */
      scopeAdmin: boolean;
    };
  };
  /** The part of the menu that the account may open, groups with their entries. */
  auths: MenuNode[];
};

/** A code of the account, with the keys of its names in the `permission` messages. */
export type ResourceDto = { code: Permission; group: PermissionGroup; label: string; action: string };

/** Time and address of a login. */
export type SignInDto = { at: string; address: string; userAgent: string };

/** The user's own account for the profile page. */
export type ProfileDto = {
  id: number;
  username: string;
  name: string;
  gender: Gender | null;
  mobile: string;
  email: string;
  remarks: string;
  roleName: string;
  scopeType: ScopeType;
  customerName: string;
  locale: string | null;
  homeStyle: HomeStyle;
  isGuideOn: boolean;
  avatarId: string | null;
  hasSecondFactor: boolean;
  createdAt: string;
};

/** A stored picture; its id changes with every upload. */
export type PictureDto = { id: string; contentType: string; size: number };

/** The account and its picture, or null without one. */
export type AvatarDto = { id: number; avatar: PictureDto | null };
