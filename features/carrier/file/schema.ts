import { z } from "zod";
import { ById } from "@/lib/resource/by-id";
import { bytesOfUpload } from "@/lib/validation/data-url";
import { requiredText } from "@/lib/validation/fields";
import { type DocumentType, FILE_NAME_LENGTH, isFileName, sizeIssue } from "./rules";

const FileName = requiredText(FILE_NAME_LENGTH)
  .transform((name) => name.normalize("NFC"))
  .refine(isFileName, { params: { rule: "fileName" }, message: "no slashes and nothing invisible" });

/** A document as bytes; its type is detected from the content. The name comes from the query or the form. */
export const FileInput = z.strictObject({
  ...ById.shape,
  name: FileName,
  file: z.preprocess(
    bytesOfUpload,
    z
      .custom<Uint8Array>((value) => value instanceof Uint8Array, { params: { rule: "required" }, message: "a file" })
      .superRefine((bytes, context) => {
        const broken = sizeIssue(bytes.length);
        if (!broken) return;
        const { rule, message, limit } = broken;
        context.addIssue({ code: "custom", params: { rule, ...(limit !== undefined && { limit }) }, message });
      }),
  ),
});

export const RenameInput = z.strictObject({ ...ById.shape, name: FileName });

/** A document of a carrier; `createdAt` in epoch ms. */
export type CarrierFileDto = {
  id: number;
  carrierId: number;
  name: string;
  contentType: DocumentType;
  /** Bytes. */
  size: number;
  userName: string | null;
  createdAt: number;
};

export type CarrierFilesDto = { items: CarrierFileDto[] };
