import "server-only";
import { notFound } from "@/lib/errors";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { fileReply, readFile } from "@/lib/stored-file/stored-file";
import { findImageOf } from "./signature.data";

/** The drawn signature as it was at the time of signing. */
export const getSignatureImage = defineOperation({
  name: "signature.image",
  kind: "query",
  permission: SIGNED_IN,
  input: ById,
  async run({ db, scope }, { id }) {
    const imageId = await findImageOf(db, scope, id);
    if (imageId === null) throw notFound("signature", id);
    return fileReply(await readFile(db, imageId), "signature");
  },
});
