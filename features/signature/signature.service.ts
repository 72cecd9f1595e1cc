import "server-only";
import { createHash } from "node:crypto";
import type { SignatureMeaning, SignedKind } from "@/db/enums";
import { readParameters } from "@/features/parameter/parameter.operations";
import { confirmPassword } from "@/features/session/password/operations";
import { consumeFactorCode, hasFactor } from "@/features/session/second-factor/operations";
import { canonicalJson, isRowSealed, sealRow } from "@/lib/audit/chain";
import { chainKeys } from "@/lib/audit/chain-keys";
import { writeAudit } from "@/lib/audit/write-audit";
import type { Principal } from "@/lib/auth/principal";
import { customerScope } from "@/lib/auth/scope";
import { AppError, conflict, fieldError, throwMerged } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { type MutationContext, Refused } from "@/lib/operation/define-operation";
import { flatPicture } from "@/lib/storage/flat-picture";
import { readFile, storeFile } from "@/lib/stored-file/stored-file";
import {
  countPeople,
  findDrawnId,
  findImage,
  findImages,
  findSignatures,
  hasSignedSince,
  insertSignature,
  lockRecord,
  type NewSignature,
  type SignatureRow,
} from "./signature.data";
import { changedFields, isOwnWork, needsReason, nextMeanings, SITTING_MS, sealedColumns } from "./signature.rules";
import type { SignatureDto, SignatureState, SigningDto } from "./signature.schema";

/**
 * A record to sign: `content` is what it says, as JSON without presentation, what it refers to included by value or
 * hash. A change of the content makes earlier signatures of this version `changed`.
 */
export type SignedRecord = {
  kind: SignedKind;
  id: number;
  version: number;
  customerId: number;
  content: Readonly<Record<string, unknown>>;
  /** The signatures that a document wants, if it says so. */
  wanted?: readonly SignatureMeaning[];
};

type Credentials = { password: string; totp?: string | undefined };
type Statement = Credentials & { meaning: SignatureMeaning; reason?: string };

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** The canonical JSON of a record and its SHA-256 in hex. */
export function canonicalContent(content: SignedRecord["content"]): { content: string; contentHash: string } {
  // Dates become text, undefined fields are omitted: as they will be read back.
  const text = canonicalJson(JSON.parse(JSON.stringify(content)));
  return { content: text, contentHash: sha256(text) };
}

/** The person who signs. Throws for API keys, devices and jobs. */
function signerOf({ actor }: OperationContext): Principal {
  if (actor.type !== "user") throw new AppError("FORBIDDEN", "only a person signs");
  return actor.principal;
}

/**
 * Asks for the person again: the password, and the second factor unless this session has signed within the last 15
 * minutes (21 CFR 11.200). Failures count towards the lock of the account.
 */
async function confirmPerson(ctx: MutationContext, { password, totp }: Credentials): Promise<Refused | null> {
  const { user, sessionId } = signerOf(ctx);
  const wrong = await confirmPassword(ctx, user.id, password, { code: "PASSWORD_WRONG", path: "password" });
  if (wrong) return wrong;
  if (!(await hasFactor(ctx.tx, user.id))) return null;
  if (await hasSignedSince(ctx.tx, sessionId, new Date(ctx.now.getTime() - SITTING_MS))) return null;
  if (!totp) return new Refused(fieldError("SECOND_FACTOR_REQUIRED", "the second factor is needed", "totp"), user.id);
  if (await consumeFactorCode(ctx.tx, user.id, totp, ctx.now)) return null;
  return new Refused(fieldError("SECOND_FACTOR_WRONG", "is wrong or was used before", "totp"), user.id);
}

/** Whether what one person made, another has to judge; a customer with a single account may switch it off. */
async function hasFourEyes(ctx: OperationContext, customerId: number): Promise<boolean> {
  const parameters = await readParameters(ctx.db, customerId);
  return parameters["approval.fourEyes"] !== "false" || (await countPeople(ctx.db, customerId)) > 1;
}

/** The stored copy of the profile's drawn signature, which may be replaced there later. */
async function storedImage(ctx: MutationContext, customerId: number) {
  const { id: userId } = signerOf(ctx).user;
  const drawnId = await findDrawnId(ctx.tx, userId);
  if (drawnId === null) return { imageId: null, imageHash: null };
  const { contentType, content } = await readFile(ctx.tx, drawnId);
  const imageHash = sha256(content);
  const known = await findImage(ctx.tx, userId, imageHash);
  const file = { customerId, kind: "signed", contentType, content } as const;
  return { imageId: known ?? (await storeFile(ctx.tx, file)), imageHash };
}

/** The size of a drawn signature in documents, in pixels. */
const DRAWING = { width: 600, height: 200 };

/**
 * The drawn signatures of these signatures as PNG on white, by the signature's id; without those of forged signatures
 * and pictures that are not the ones that were signed with.
 */
export async function readDrawings(
  { db, scope }: OperationContext,
  signatures: readonly SignatureDto[],
): Promise<Map<number, Buffer>> {
  const genuine = signatures.filter(({ hasImage, state }) => hasImage && state !== "forged");
  const drawings = new Map<number, Buffer>();
  const images = await findImages(
    db,
    scope,
    genuine.map(({ id }) => id),
  );
  for (const { id, imageId, imageHash } of images) {
    if (imageId === null) continue;
    const { content } = await readFile(db, imageId);
    const drawing = sha256(content) === imageHash ? await flatPicture(content, DRAWING) : null;
    if (drawing) drawings.set(id, drawing);
  }
  return drawings;
}

/** A record as the signer saw it, by its hash. `path`: the field of the call that names it among several. */
type SeenRecord = SignedRecord & { contentHash: string; path?: string };

/** Why the person cannot sign a record that is locked, at its path or at the field at fault; null if they can. */
async function findRefusal(ctx: MutationContext, record: SeenRecord, { meaning }: Statement): Promise<AppError | null> {
  const { kind, id, version, customerId } = record;
  if (canonicalContent(record.content).contentHash !== record.contentHash)
    return conflict(record.path ?? "contentHash", "changedMeanwhile", "the record changed meanwhile");
  const no = (rule: string, message: string) => conflict(record.path ?? "meaning", rule, message);
  const given = (await findSignatures(ctx.tx, ctx.scope, kind, [id])).filter((one) => one.version === version);
  if (!nextMeanings(kind, given, record.wanted).includes(meaning))
    return no("signatureOrder", "made, then reviewed, then approved or rejected");
  if (isOwnWork(meaning, given, signerOf(ctx).user.id) && (await hasFourEyes(ctx, customerId)))
    return no("fourEyes", "somebody other than the maker has to sign");
  return null;
}

/** A signature with its seal, under the installation's key or another. */
export const sealSignature = (row: Omit<NewSignature, "keyId" | "seal">, keys = chainKeys()): NewSignature => ({
  ...row,
  ...sealRow("signature", sealedColumns(row), keys),
});

async function insertSigned(
  ctx: MutationContext,
  record: SignedRecord,
  { meaning, reason }: Statement,
): Promise<number> {
  const { user, sessionId } = signerOf(ctx);
  const { kind, id, version, customerId } = record;
  if (needsReason(meaning) && !reason)
    throw new AppError("INVALID", "reason: is required", {
      issues: [{ path: "reason", rule: "required", message: "is required" }],
    });
  const row = {
    customerId,
    recordKind: kind,
    recordId: id,
    version,
    meaning,
    reason: reason || null,
    userId: user.id,
    account: user.username,
    printedName: user.name,
    at: ctx.now,
    sessionId,
    address: ctx.address,
    userAgent: ctx.userAgent,
    ...(await storedImage(ctx, customerId)),
    ...canonicalContent(record.content),
  };
  const signatureId = await insertSignature(ctx.tx, sealSignature(row));
  const { contentHash } = row;
  await writeAudit(ctx.tx, ctx, {
    operation: "signature.sign",
    entity: "signature",
    entityId: String(signatureId),
    customerId,
    new: { recordKind: kind, recordId: id, version, meaning, contentHash },
    ...(reason && { reason }),
  });
  return signatureId;
}

/**
 * Signs records in one act: all or none, a row each. `contentHash` is that of the record as the signer saw it. Returns
 * the ids, or the refusal of a wrong password or code, which the operation has to return so that it is counted. Throws
 * CONFLICT, naming every record that changed meanwhile, a meaning out of order, or one's own work.
 */
export async function signRecords(
  ctx: MutationContext,
  records: readonly SeenRecord[],
  statement: Statement,
): Promise<number[] | Refused> {
  const refusal = await confirmPerson(ctx, statement);
  if (refusal) return refusal;
  // In order of their ids, so that two batches cannot deadlock.
  const ordered = records.toSorted((a, b) => a.id - b.id);
  const refused: AppError[] = [];
  for (const record of ordered) {
    await lockRecord(ctx.tx, record.kind, record.id);
    const found = await findRefusal(ctx, record, statement);
    if (found) refused.push(found);
  }
  throwMerged(refused);
  const ids: number[] = [];
  for (const record of ordered) ids.push(await insertSigned(ctx, record, statement));
  return ids;
}

/** Signs one record; as `signRecords`. */
export async function signRecord(
  ctx: MutationContext,
  record: SignedRecord,
  { contentHash, ...statement }: Statement & { contentHash: string },
): Promise<number | Refused> {
  const signed = await signRecords(ctx, [{ ...record, contentHash }], statement);
  return signed instanceof Refused ? signed : (signed[0] as number);
}

/**
 * The statement of a receiver who has no account: the name is by their own word, and marked so. The caller has checked
 * that they hold the record's code, and stored their drawing. Returns the id.
 */
export async function signAsReceiver(
  ctx: MutationContext,
  record: SignedRecord,
  { name, reason, drawing }: { name: string; reason: string; drawing: { id: string; sha256: string } },
): Promise<number> {
  const { kind, id, version, customerId } = record;
  await lockRecord(ctx.tx, kind, id);
  const given = await findSignatures(ctx.tx, customerScope(customerId), kind, [id]);
  if (given.length > 0) throw conflict("answer", "signatureOrder", "it was signed already");
  const row = {
    ...{ customerId, recordKind: kind, recordId: id, version, meaning: "received" as const, reason: reason || null },
    ...{ userId: null, account: "", printedName: name, at: ctx.now, sessionId: null },
    ...{ address: ctx.address, userAgent: ctx.userAgent, imageId: drawing.id, imageHash: drawing.sha256 },
    ...canonicalContent(record.content),
  };
  const signatureId = await insertSignature(ctx.tx, sealSignature(row));
  await writeAudit(ctx.tx, ctx, {
    operation: "signature.sign",
    entity: "signature",
    entityId: String(signatureId),
    customerId,
    new: { recordKind: kind, recordId: id, version, meaning: row.meaning, contentHash: row.contentHash },
  });
  return signatureId;
}

/** The last version of a record that was signed; 0 if none was. */
export async function versionOf(ctx: OperationContext, kind: SignedKind, id: number): Promise<number> {
  const rows = await findSignatures(ctx.db, ctx.scope, kind, [id]);
  return rows.reduce((version, row) => Math.max(version, row.version), 0);
}

/** Those of these records that somebody has signed in any version. */
export async function findSignedIds(
  ctx: OperationContext,
  kind: SignedKind,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await findSignatures(ctx.db, ctx.scope, kind, ids);
  return [...new Set(rows.map(({ recordId }) => recordId))];
}

/** Whether the row is the one that the product wrote, with the content that its hash names. */
export const isGenuine = ({ id: _, keyId, seal, ...row }: SignatureRow): boolean =>
  sha256(row.content) === row.contentHash && isRowSealed("signature", sealedColumns(row), { keyId, seal }, chainKeys());

function stateOf(row: SignatureRow, record: Pick<SignedRecord, "version">, contentHash: string): SignatureState {
  if (!isGenuine(row)) return "forged";
  if (row.version !== record.version) return "superseded";
  return row.contentHash === contentHash ? "valid" : "changed";
}

function toDto(row: SignatureRow, record: SignedRecord, current: ReturnType<typeof canonicalContent>): SignatureDto {
  const state = stateOf(row, record, current.contentHash);
  const { id, version, meaning, reason, account, printedName } = row;
  return {
    id,
    version,
    meaning,
    reason,
    account,
    printedName,
    at: row.at.toISOString(),
    hasImage: row.imageId !== null,
    state,
    changedFields: state === "changed" ? changedFields(JSON.parse(row.content), JSON.parse(current.content)) : [],
  };
}

/**
 * The signatures of records of one kind, by the record's id, each verified against the record's content now, and what
 * the caller may sign next.
 */
export async function signingsOf(
  ctx: OperationContext,
  records: readonly SignedRecord[],
): Promise<Map<number, SigningDto>> {
  const [first] = records;
  if (!first) return new Map();
  const rows = await findSignatures(
    ctx.db,
    ctx.scope,
    first.kind,
    records.map(({ id }) => id),
  );
  const fourEyes = new Map<number, boolean>();
  const signings = new Map<number, SigningDto>();
  for (const record of records) {
    const current = canonicalContent(record.content);
    const own = rows.filter(({ recordId }) => recordId === record.id);
    const given = own.filter(({ version }) => version === record.version);
    const mayJudge = async (meaning: SignatureMeaning) => {
      if (ctx.actor.type !== "user") return false;
      if (!isOwnWork(meaning, given, ctx.actor.principal.user.id)) return true;
      const { customerId } = record;
      if (!fourEyes.has(customerId)) fourEyes.set(customerId, await hasFourEyes(ctx, customerId));
      return !fourEyes.get(customerId);
    };
    const next: SignatureMeaning[] = [];
    for (const meaning of nextMeanings(record.kind, given, record.wanted))
      if (await mayJudge(meaning)) next.push(meaning);
    signings.set(record.id, {
      contentHash: current.contentHash,
      signatures: own.map((row) => toDto(row, record, current)),
      next,
    });
  }
  return signings;
}

/** As `signingsOf`, of one record. */
export const signingOf = async (ctx: OperationContext, record: SignedRecord): Promise<SigningDto> =>
  (await signingsOf(ctx, [record])).get(record.id) as SigningDto;
