import "server-only";
import { writeAudit } from "@/lib/audit/write-audit";
import { visibilityOf } from "@/lib/auth/visibility";
import { dayKey } from "@/lib/datetime/zone";
import { notFound } from "@/lib/errors";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { fileReply, readFile, storeFile } from "@/lib/stored-file/stored-file";
import { refusal } from "../device.rules";
import { assertMay, visibleKinds } from "../list.operations";
import {
  type CalibratedDevice,
  deviceOf,
  fileOf,
  findDue,
  findOfDevice,
  followCertificates,
  getCertificate,
  hasNumber,
  insertCertificate,
  lockCalibrated,
  lockCertificate,
  measuresOf,
  saveCertificate,
} from "./calibration.data";
import { assertFine, calibrationIssues, FILE_BODY, fileTypeOf, noticeIssues } from "./calibration.rules";
import {
  type CalibrationDto,
  type CalibrationDueDto,
  CalibrationInput,
  CalibrationListQuery,
  type DeviceCalibrationDto,
  DeviceCalibrationQuery,
  NoticeInput,
  RevokeInput,
} from "./calibration.schema";

/** Locks and returns the device. Throws NOT_FOUND, or FORBIDDEN if the actor may not view its kind. */
async function openDevice(tx: Db, ctx: OperationContext, id: number, missing: () => Error): Promise<CalibratedDevice> {
  const device = await lockCalibrated(tx, ctx.scope, id);
  if (!device) throw missing();
  assertMay(ctx, "view", [device.kind]);
  return device;
}

/** Locks and returns a certificate with its device. Throws NOT_FOUND or FORBIDDEN. */
async function openCertificate(tx: Db, ctx: OperationContext, id: number) {
  const missing = () => notFound("calibration", id);
  const device = await openDevice(tx, ctx, await deviceOf(tx, ctx.scope, id), missing);
  return { device, row: await lockCertificate(tx, id) };
}

/** Recomputes the calibration of a locked device, with an audit row of its own if it changes. Returns the due date. */
async function refreshDueDate(
  ctx: OperationContext & { tx: Db },
  device: CalibratedDevice,
  operation: string,
  reason?: string,
): Promise<string | null> {
  const dueOn = await followCertificates(ctx.tx, device.id);
  if (dueOn !== device.dueOn)
    await writeAudit(ctx.tx, ctx, {
      operation,
      entity: device.kind,
      entityId: String(device.id),
      customerId: device.customerId,
      old: { calibrationDueOn: device.dueOn },
      new: { calibrationDueOn: dueOn },
      ...(reason !== undefined && { reason }),
    });
  return dueOn;
}

const audit = { entity: "calibration", id: ({ id }: { id: number }) => id };

/** Adds a certificate. The newest one that is not revoked determines until when the device is calibrated. */
export const createCalibration = defineOperation({
  name: "calibration.create",
  kind: "mutation",
  permission: "newCalibration",
  input: CalibrationInput,
  body: FILE_BODY,
  async run(ctx, { file, fileName, ...fields }): Promise<CalibrationDto> {
    const { tx, now, actor } = ctx;
    const unknown = () => refusal("deviceId", "reference", "refers to a record that does not exist", "NOT_FOUND");
    const device = await openDevice(tx, ctx, fields.deviceId, unknown);
    assertFine(calibrationIssues(fields, dayKey(now, device.timeZone)));
    const measures = await measuresOf(tx, device.id);
    const odd = fields.points.findIndex(({ measure }) => measures.length > 0 && !measures.includes(measure));
    if (odd >= 0) throw refusal(`points.${odd}.measure`, "noProbe", "the device does not measure this");
    if (await hasNumber(tx, device.id, fields.certificateNumber))
      throw refusal("certificateNumber", "unique", "already exists", "CONFLICT");
    const contentType = file && fileTypeOf(file);
    const fileId =
      file && contentType
        ? await storeFile(tx, { customerId: device.customerId, kind: "certificate", contentType, content: file })
        : null;
    const name = fileId ? fileName || `certificate.${contentType?.split("/")[1]}` : "";
    const id = await insertCertificate(tx, {
      ...fields,
      customerId: device.customerId,
      fileId,
      fileName: name,
      userId: actor.type === "user" ? actor.principal.user.id : null,
      createdAt: now,
    });
    const dueOn = await refreshDueDate(ctx, device, "calibration.create");
    ctx.audit({
      customerId: device.customerId,
      old: { calibrationDueOn: device.dueOn },
      new: { calibrationDueOn: dueOn, serialNumber: device.serialNumber, ...fields, ...(name && { fileName: name }) },
    });
    return getCertificate(tx, ctx.scope, now, id);
  },
  audit,
});

/** Moves the reminder date, which is not part of the certificate. The reminder is sent again at the new date. */
export const moveNotice = defineOperation({
  name: "calibration.update",
  kind: "mutation",
  permission: "editCalibration",
  input: NoticeInput,
  async run(ctx, { id, noticeOn }): Promise<CalibrationDto> {
    const { device, row } = await openCertificate(ctx.tx, ctx, id);
    if (row.revokedAt) throw refusal("id", "revoked", "is revoked", "CONFLICT");
    assertFine(noticeIssues({ dueOn: row.dueOn, noticeOn }, dayKey(ctx.now, device.timeZone)));
    await saveCertificate(ctx.tx, id, { noticeOn, noticeSentAt: null });
    ctx.audit({ customerId: row.customerId, old: { noticeOn: row.noticeOn }, new: { noticeOn } });
    return getCertificate(ctx.tx, ctx.scope, ctx.now, id);
  },
  audit,
});

/** Revokes a certificate with a reason. It remains stored, and the one before it applies again. */
export const revokeCalibration = defineOperation({
  name: "calibration.revoke",
  kind: "mutation",
  permission: "removeCalibration",
  input: RevokeInput,
  async run(ctx, { id, reason }): Promise<CalibrationDto> {
    const { tx, now } = ctx;
    const { device, row } = await openCertificate(tx, ctx, id);
    if (row.revokedAt) throw refusal("id", "revoked", "is revoked already", "CONFLICT");
    await saveCertificate(tx, id, { revokedAt: now, revokeReason: reason });
    const dueOn = await refreshDueDate(ctx, device, "calibration.revoke", reason);
    ctx.audit({
      customerId: row.customerId,
      old: { revokedAt: null, calibrationDueOn: device.dueOn },
      new: { revokedAt: now.toISOString(), calibrationDueOn: dueOn },
      reason,
    });
    return getCertificate(tx, ctx.scope, now, id);
  },
  audit,
});

async function readable(ctx: OperationContext, id: number): Promise<CalibrationDto> {
  const found = await getCertificate(ctx.db, ctx.scope, ctx.now, id);
  assertMay(ctx, "view", [found.kind]);
  return found;
}

export const getCalibration = defineOperation({
  name: "calibration.get",
  kind: "query",
  permission: "viewCalibration",
  input: ById,
  run: (ctx, { id }): Promise<CalibrationDto> => readable(ctx, id),
});

/** Returns the certificate's file. */
export const getCalibrationFile = defineOperation({
  name: "calibration.file",
  kind: "query",
  permission: "viewCalibration",
  input: ById,
  async run(ctx, { id }) {
    await readable(ctx, id);
    const { fileId, fileName } = await fileOf(ctx.db, id);
    return fileReply(await readFile(ctx.db, fileId), fileName);
  },
});

/** Devices of visible kinds by calibration due date. The caller checks the permission. */
export async function findCalibrations(
  ctx: OperationContext,
  query: CalibrationListQuery,
): Promise<Page<CalibrationDueDto>> {
  const kinds = visibleKinds(ctx).filter((kind) => query.kind === undefined || kind === query.kind);
  return kinds.length === 0
    ? { items: [], total: 0 }
    : findDue(ctx.db, visibilityOf(ctx), { kinds, now: ctx.now, query });
}

/** Lists devices by calibration due date. */
export const listCalibrations = defineOperation({
  name: "calibration.list",
  kind: "query",
  permission: "viewCalibration",
  input: CalibrationListQuery,
  run: findCalibrations,
});

/** Lists the certificates of one device, revoked ones included. */
export const listDeviceCalibrations = defineOperation({
  name: "device.calibrations",
  kind: "query",
  permission: "viewCalibration",
  input: DeviceCalibrationQuery,
  async run(ctx, query): Promise<DeviceCalibrationDto> {
    const { kind, ...dto } = await findOfDevice(ctx.db, ctx.scope, ctx.now, query);
    assertMay(ctx, "view", [kind]);
    return dto;
  },
});
