import "server-only";
import { z } from "zod";
import { limitRate } from "@/lib/http/rate-limit";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { findPicture, type PictureChange, replacePicture } from "../profile/data";
import { oneself, PICTURE_BODY, PICTURES_PER_MINUTE } from "../profile/rules";
import { PictureInput } from "../profile/schema";
import type { SignatureDto } from "./schema";

const audit = { entity: "user", id: ({ id }: { id: number }) => id };

const changeOf = ({ customerId, old, new: added }: PictureChange) => ({
  customerId,
  old: { signature: old },
  new: { signature: added },
});

/** The user's own signature; others are not accessible here. */
export const getSignature = defineOperation({
  name: "signature.detail",
  kind: "query",
  permission: SIGNED_IN,
  input: z.strictObject({}),
  async run({ db, actor }): Promise<SignatureDto> {
    const picture = await findPicture(db, oneself(actor), "signature");
    if (!picture) return { image: null, updatedAt: null };
    const { contentType, content, createdAt } = picture;
    return {
      image: `data:${contentType};base64,${content.toString("base64")}`,
      updatedAt: createdAt.toISOString(),
    };
  },
});

/** Replaces the signature by a drawn or uploaded one. */
export const saveSignature = defineOperation({
  name: "signature.save",
  kind: "mutation",
  permission: SIGNED_IN,
  input: PictureInput,
  body: PICTURE_BODY,
  async run({ tx, actor, audit }, { file }): Promise<{ id: number }> {
    const me = oneself(actor);
    await limitRate(`picture:${me.user.id}`, PICTURES_PER_MINUTE, 60);
    audit(changeOf(await replacePicture(tx, me, "signature", file)));
    return { id: me.user.id };
  },
  audit,
});

export const removeSignature = defineOperation({
  name: "signature.remove",
  kind: "mutation",
  permission: SIGNED_IN,
  input: z.strictObject({}),
  async run({ tx, actor, audit }): Promise<{ id: number }> {
    const me = oneself(actor);
    audit(changeOf(await replacePicture(tx, me, "signature", null)));
    return { id: me.user.id };
  },
  audit,
});
