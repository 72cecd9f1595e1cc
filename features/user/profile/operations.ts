import "server-only";
import { z } from "zod";
import { loadMenu } from "@/features/menu/menu.operations";
import { getFactor } from "@/features/session/second-factor/operations";
import { categoriesOf } from "@/features/session/session.rules";
import { entryOf } from "@/lib/auth/permissions";
import { limitRate } from "@/lib/http/rate-limit";
import { RawReply } from "@/lib/http/reply";
import { toLocale } from "@/lib/i18n/routing";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { verbatimText } from "@/lib/validation/fields";
import { getSignature } from "../signature/operations";
import { findLastSignIn, findPicture, getProfile, getSignIn, replacePicture, savePersonal, saveSetting } from "./data";
import { FILE_HEADERS, NO_PICTURE, oneself, PICTURE_BODY, PICTURES_PER_MINUTE } from "./rules";
import {
  type AvatarDto,
  GuideInput,
  HomeStyleInput,
  LocaleInput,
  type PageInfoDto,
  PageInfoQuery,
  PersonalInput,
  PictureInput,
  type ProfileDto,
  type ResourceDto,
} from "./schema";

const audit = { entity: "user", id: ({ id }: { id: number }) => id };

/** The initial data of a screen: codes, user and menu. */
export const getPageInfo = defineOperation({
  name: "profile.info",
  kind: "query",
  permission: SIGNED_IN,
  input: PageInfoQuery,
  async run(ctx, { locale }): Promise<PageInfoDto> {
    const { user, scopeType, customer, permissions } = oneself(ctx.actor);
    const auths = await loadMenu.call({ ...ctx, locale: toLocale(locale) ?? ctx.locale }, {});
    return {
      funcs: Object.fromEntries([...permissions].sort().map((code) => [code, true])),
      userRsp: {
        user: {
          id: user.id,
          username: user.username,
          name: user.name,
          guide_on: user.isGuideOn ? 1 : 0,
          home_style: user.homeStyle,
          locale: user.locale,
          has_avatar: user.avatarId !== null,
        },
        scope: {
          type: scopeType,
          customer_id: customer.id,
          customer_name: customer.name,
          ...categoriesOf(scopeType),
        },
      },
      auths,
    };
  },
});

/** The user's codes in the order of the catalogue, with the keys of their names. */
export const listResources = defineOperation({
  name: "profile.resource",
  kind: "query",
  permission: SIGNED_IN,
  input: z.strictObject({}),
  run: async ({ actor }): Promise<ResourceDto[]> =>
    [...oneself(actor).permissions].map((code) => {
      const { group, label, action } = entryOf(code);
      return { code, group, label: `subject.${label}`, action: `action.${action}` };
    }),
});

/** Updates the user's personal data. Role, scope, customer and status cannot be changed here. */
export const updatePersonal = defineOperation({
  name: "profile.update",
  kind: "mutation",
  permission: SIGNED_IN,
  input: PersonalInput,
  async run({ tx, actor, audit }, values): Promise<ProfileDto> {
    const me = oneself(actor);
    audit(await savePersonal(tx, me, values));
    return getProfile(tx, me);
  },
  audit,
});

export const switchGuide = defineOperation({
  name: "profile.guide",
  kind: "mutation",
  permission: SIGNED_IN,
  input: GuideInput,
  body: { maximumBytes: 1024, isInQuery: true },
  async run({ tx, actor, audit }, { on }): Promise<{ id: number; on: 0 | 1 }> {
    const me = oneself(actor);
    const { customerId, old } = await saveSetting(tx, me, "isGuideOn", on === "1");
    audit({ customerId, old: { isGuideOn: old }, new: { isGuideOn: on === "1" } });
    return { id: me.user.id, on: on === "1" ? 1 : 0 };
  },
  audit,
});

export const chooseHomeStyle = defineOperation({
  name: "profile.homeStyle",
  kind: "mutation",
  permission: SIGNED_IN,
  input: HomeStyleInput,
  async run({ tx, actor, audit }, { style }): Promise<{ id: number; style: string }> {
    const me = oneself(actor);
    const { customerId, old } = await saveSetting(tx, me, "homeStyle", style);
    audit({ customerId, old: { homeStyle: old }, new: { homeStyle: style } });
    return { id: me.user.id, style };
  },
  audit,
});

/** Sets the language of mails to the account and of its next sessions. */
export const chooseLocale = defineOperation({
  name: "profile.locale",
  kind: "mutation",
  permission: SIGNED_IN,
  input: LocaleInput,
  async run({ tx, actor, audit }, { locale }): Promise<{ id: number; locale: string }> {
    const me = oneself(actor);
    const { customerId, old } = await saveSetting(tx, me, "locale", locale);
    audit({ customerId, old: { locale: old }, new: { locale } });
    return { id: me.user.id, locale };
  },
  audit,
});

/** The user's picture, or a neutral figure. */
export const getAvatar = defineOperation({
  name: "profile.avatar",
  kind: "query",
  permission: SIGNED_IN,
  // The id of the picture in the URL makes the browser reload a changed picture.
  input: z.strictObject({ v: verbatimText(64).optional() }),
  async run({ db, actor }, { v }) {
    const picture = await findPicture(db, oneself(actor), "avatar");
    if (!picture) return new RawReply(NO_PICTURE, { ...FILE_HEADERS, "content-type": "image/svg+xml" });
    const cache = v === picture.id ? "private, max-age=86400" : "private, no-store";
    return new RawReply(new Uint8Array(picture.content), {
      ...FILE_HEADERS,
      "cache-control": cache,
      "content-type": picture.contentType,
    });
  },
});

export const uploadAvatar = defineOperation({
  name: "profile.upload",
  kind: "mutation",
  permission: SIGNED_IN,
  input: PictureInput,
  body: PICTURE_BODY,
  async run({ tx, actor, audit }, { file }): Promise<AvatarDto> {
    const me = oneself(actor);
    await limitRate(`picture:${me.user.id}`, PICTURES_PER_MINUTE, 60);
    const changed = await replacePicture(tx, me, "avatar", file);
    audit({ customerId: changed.customerId, old: { avatar: changed.old }, new: { avatar: changed.new } });
    return { id: me.user.id, avatar: changed.new };
  },
  audit,
});

export const removeAvatar = defineOperation({
  name: "profile.removeAvatar",
  kind: "mutation",
  permission: SIGNED_IN,
  input: z.strictObject({}),
  async run({ tx, actor, audit }): Promise<AvatarDto> {
    const me = oneself(actor);
    const changed = await replacePicture(tx, me, "avatar", null);
    audit({ customerId: changed.customerId, old: { avatar: changed.old }, new: { avatar: null } });
    return { id: me.user.id, avatar: null };
  },
  audit,
});

export async function loadProfileScreen(ctx: PageContext) {
  const { db, principal } = ctx;
  const [profile, signature, factor, current, last] = await Promise.all([
    getProfile(db, principal),
    getSignature.call(ctx, {}),
    getFactor.call(ctx, {}),
    getSignIn(db, principal),
    findLastSignIn(db, principal),
  ]);
  return {
    profile,
    signature,
    factor,
    signIns: { current, last },
    timeZone: principal.customer.timeZone,
    now: ctx.now.getTime(),
  };
}

/** The start page: the first page of the user's menu, or the profile if the menu is empty. */
export async function findFirstPath(ctx: PageContext): Promise<string> {
  const entries = (await loadMenu.call(ctx, {})).flatMap(({ children }) => children);
  return entries.find(({ path }) => path !== null)?.path ?? "/personal/material";
}
