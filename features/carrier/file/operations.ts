import "server-only";
import { conflict } from "@/lib/errors";
import type { RawReply } from "@/lib/http/reply";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { openArchive } from "@/lib/spreadsheet/archive";
import { SpreadsheetError } from "@/lib/spreadsheet/spreadsheet-error";
import { deleteFiles, fileReply, readFile, storeFile } from "@/lib/stored-file/stored-file";
import { permit } from "../access.service";
import { type CarrierRecord, lockOne } from "../carrier.data";
import { broken } from "../carrier.rules";
import { seenPlace } from "../record-time/operations";
import { countFiles, deleteFile, type FileRow, findFiles, getFile, insertFile, renameFile } from "./data";
import { type DocumentType, documentTypeOf, FILE_BODY, MAXIMUM_FILES, nameFor, officeTypeOf } from "./rules";
import { type CarrierFileDto, type CarrierFilesDto, FileInput, RenameInput } from "./schema";

const toDto = ({ fileId: _, customerId: __, carrierType: ___, ...dto }: FileRow): CarrierFileDto => dto;

/** Limits for the declared contents of an archive; the archive is not unpacked here. */
const ARCHIVE = { unpackedBytes: 500 * 1024 * 1024, entries: 5000 };

/** Detects the type from the content. Throws INVALID for types that are not accepted. */
async function typeOf(bytes: Uint8Array): Promise<DocumentType> {
  const known = documentTypeOf(bytes) ?? (await archiveTypeOf(bytes));
  if (!known) throw broken("file", "document", "must be a PDF, JPG, PNG, xlsx or docx");
  return known;
}

async function archiveTypeOf(bytes: Uint8Array): Promise<DocumentType | undefined> {
  try {
    return officeTypeOf((await openArchive(bytes, ARCHIVE)).names);
  } catch (error) {
    if (error instanceof SpreadsheetError) return undefined;
    throw error;
  }
}

/** Locks the carrier. Throws unless the actor may edit it. */
async function editable(tx: Db, ctx: OperationContext, id: number): Promise<CarrierRecord> {
  const row = await lockOne(tx, ctx.scope, id);
  permit(ctx, "edit", row.type);
  return row;
}

/** Returns a document and locks its carrier. Throws NOT_FOUND or FORBIDDEN. */
async function editableFile(tx: Db, ctx: OperationContext, id: number): Promise<FileRow> {
  const { carrierId } = await getFile(tx, ctx.scope, id);
  await editable(tx, ctx, carrierId);
  // The document may have been deleted while this call waited for the lock.
  return getFile(tx, ctx.scope, id);
}

// Documents are audited under their carrier, where the rows can be found even after the document is deleted.
const audit = { entity: "carrier", id: ({ carrierId }: { carrierId: number }) => carrierId };

/** Lists the documents of a carrier by name. */
export const listCarrierFiles = defineOperation({
  name: "carrierFile.list",
  kind: "query",
  permission: "viewCarrier",
  input: ById,
  async run(ctx, { id }): Promise<CarrierFilesDto> {
    await seenPlace(ctx, id);
    return { items: (await findFiles(ctx.db, ctx.scope, id)).map(toDto) };
  },
});

/** Stores a document of a carrier under a unique name. */
export const addCarrierFile = defineOperation({
  name: "carrierFile.create",
  kind: "mutation",
  permission: "editCarrier",
  input: FileInput,
  body: FILE_BODY,
  async run(ctx, { id, name, file }): Promise<CarrierFileDto> {
    const { tx, actor, now } = ctx;
    const { customerId } = await editable(tx, ctx, id);
    const contentType = await typeOf(file);
    if ((await countFiles(tx, id)) >= MAXIMUM_FILES)
      throw conflict("file", "fileCount", `at most ${MAXIMUM_FILES} files`);
    const fileId = await storeFile(tx, { customerId, kind: "carrier", contentType, content: file });
    const userId = actor.type === "user" ? actor.principal.user.id : null;
    const values = { customerId, carrierId: id, fileId, name: nameFor(name, contentType), userId, createdAt: now };
    const row = await getFile(tx, ctx.scope, await insertFile(tx, values));
    ctx.audit({ customerId, new: { fileName: row.name, contentType, size: row.size } });
    return toDto(row);
  },
  audit,
});

/** Returns the document for display or download, never for execution. */
export const getCarrierFile = defineOperation({
  name: "carrierFile.get",
  kind: "query",
  permission: "viewCarrier",
  input: ById,
  async run(ctx, { id }): Promise<RawReply> {
    const { fileId, name, carrierType } = await getFile(ctx.db, ctx.scope, id);
    permit(ctx, "view", carrierType);
    return fileReply(await readFile(ctx.db, fileId), name);
  },
});

/** Renames a document; the extension follows from its content. */
export const renameCarrierFile = defineOperation({
  name: "carrierFile.update",
  kind: "mutation",
  permission: "editCarrier",
  input: RenameInput,
  async run(ctx, { id, name }): Promise<CarrierFileDto> {
    const row = await editableFile(ctx.tx, ctx, id);
    const next = nameFor(name, row.contentType);
    await renameFile(ctx.tx, id, next);
    ctx.audit({ customerId: row.customerId, old: { fileName: row.name }, new: { fileName: next } });
    return toDto({ ...row, name: next });
  },
  audit,
});

/** Deletes a document; its name and size remain in the audit trail. */
export const removeCarrierFile = defineOperation({
  name: "carrierFile.remove",
  kind: "mutation",
  permission: "editCarrier",
  input: ById,
  async run(ctx, { id }): Promise<CarrierFileDto> {
    const row = await editableFile(ctx.tx, ctx, id);
    await deleteFile(ctx.tx, id);
    await deleteFiles(ctx.tx, [row.fileId]);
    ctx.audit({
      customerId: row.customerId,
      old: { fileName: row.name, contentType: row.contentType, size: row.size },
    });
    return toDto(row);
  },
  audit,
});
