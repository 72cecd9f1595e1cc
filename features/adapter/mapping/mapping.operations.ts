import "server-only";
import { createTranslator } from "use-intl/core";
import { MAXIMUM_MESSAGE_CHARACTERS } from "@/features/telemetry/unknown/rules";
import { assertNoneCancelled, lockOwner } from "@/lib/auth/lock-customer";
import { AppError, notFound } from "@/lib/errors";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { log } from "@/lib/log/log";
import { holds, type OperationContext, soleDevice } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { type Reader, readerOf, TABLES } from "../field.rules";
import { nameFault } from "../rules";
import {
  findHeard,
  findMappedDevice,
  findTypeFields,
  type HeardDevice,
  type MappedDevice,
  saveMapping,
  saveMessages,
} from "./mapping.data";
import { type Numberless, tryFields, withoutNumber } from "./mapping.rules";
import { type FieldMapping, type KeptMessage, MappingById, type MappingDto, MappingInput } from "./mapping.schema";

/** The devices of a request, with the mappings of their types. */
export async function heardDevices(ctx: OperationContext, names: readonly string[]): Promise<Map<string, HeardDevice>> {
  const keys = [...new Set(names.map((name) => name.toUpperCase()))].filter((key) => nameFault(key) === null);
  const found = keys.length > 0 ? await findHeard(ctx.db, ctx.scope, keys) : new Map<string, HeardDevice>();
  const sole = soleDevice(ctx);
  return sole === null ? found : new Map([...found].filter(([, { id }]) => id === sole));
}

type Heard = {
  device: string;
  at: number;
  fields: Readonly<Record<string, unknown>>;
  reader: Reader;
  ignored: string[];
};

/** Stores the last message of each device. The readings are already stored, so an error must not fail the call. */
export async function storeMessages(
  ctx: OperationContext,
  adapter: string,
  devices: ReadonlyMap<string, HeardDevice>,
  items: readonly Heard[],
): Promise<void> {
  const last = new Map<number, KeptMessage>();
  for (const { device, at, fields, reader, ignored } of items) {
    const id = devices.get(device.toUpperCase())?.id;
    const message = { at, adapter, reader, fields, ignored };
    const text = id === undefined ? "" : JSON.stringify(message);
    // PostgreSQL stores no NUL.
    if (id !== undefined && text.length <= MAXIMUM_MESSAGE_CHARACTERS && !text.includes("\\u0000"))
      last.set(id, message);
  }
  if (last.size === 0) return;
  try {
    await saveMessages(ctx.db, last, ctx.now.getTime());
  } catch (error) {
    log.warn({ err: error, requestId: ctx.requestId }, "readings are stored, but not the messages that they came from");
  }
}

/** The reader of the name stored with a message. */
const readerNamed = (name: string | undefined): Reader | undefined =>
  name !== undefined && Object.hasOwn(TABLES, name) ? (name as Reader) : undefined;

const shown = (
  ctx: OperationContext,
  { id, customerId, typeCode, messages }: MappedDevice,
  fields: FieldMapping[],
): MappingDto => ({
  mayEdit: holds(ctx, "editDecoderMapping"),
  deviceId: id,
  customerId,
  typeCode,
  fields,
  messages: messages.map(({ at, adapter, reader, fields: raw }) => ({
    at,
    adapter,
    fields: tryFields(raw, fields, readerNamed(reader) ?? readerOf(adapter)),
  })),
});

async function mappedDevice({ db, scope }: Pick<OperationContext, "db" | "scope">, deviceId: number) {
  const device = await findMappedDevice(db, scope, deviceId);
  if (!device) throw notFound("device", deviceId);
  return device;
}

/** Returns how the fields of a device's last messages are read. */
export const getDecoderMapping = defineOperation({
  name: "decoderMapping.get",
  kind: "query",
  permission: "viewDecoderMapping",
  input: MappingById,
  async run(ctx, { id }): Promise<MappingDto> {
    const device = await mappedDevice(ctx, id);
    return shown(ctx, device, device.fields);
  },
});

/** Returns how they would be read by a mapping that is not saved yet. */
export const tryDecoderMapping = defineOperation({
  name: "decoderMapping.try",
  kind: "query",
  permission: "viewDecoderMapping",
  input: MappingInput,
  run: async (ctx, { id, fields }): Promise<MappingDto> => shown(ctx, await mappedDevice(ctx, id), fields),
});

/** Text for refusing a mapping that gives no number, in the caller's language. */
async function refusalText(wanted: string, refused: Numberless, field: string): Promise<string> {
  const locale = toLocale(wanted) ?? DEFAULT_LOCALE;
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "device.mapping" });
  const value = refused.rule === "noNumber" ? (JSON.stringify(refused.raw)?.slice(0, 60) ?? "") : "";
  return (t as unknown as (key: string, values: Record<string, string>) => string)(refused.rule, { field, value });
}

/**
 * Saves how a customer's devices of this device's type are read. Throws INVALID with the field if the last messages have
 * no number in it, or if there are messages and none has the field.
 */
export const saveDecoderMapping = defineOperation({
  name: "decoderMapping.save",
  kind: "mutation",
  permission: "editDecoderMapping",
  input: MappingInput,
  async run(ctx, { id: deviceId, fields }): Promise<MappingDto & { id: number }> {
    const { tx, audit } = ctx;
    assertNoneCancelled(await lockOwner(tx, ctx.scope, "device", deviceId), "id");
    const device = await mappedDevice({ db: tx, scope: ctx.scope }, deviceId);
    const { customerId, typeCode } = device;
    const refused = withoutNumber(await findTypeFields(tx, customerId, typeCode), fields, device.fields);
    if (refused) {
      const path = `fields.${refused.index}.field`;
      const message = await refusalText(ctx.locale, refused, fields[refused.index]?.field ?? "");
      throw new AppError("INVALID", `${path}: ${message}`, { issues: [{ path, rule: refused.rule, message }] });
    }
    const { id, old } = await saveMapping(tx, customerId, typeCode, fields);
    audit({ customerId, old: { typeCode, fields: old }, new: { typeCode, fields } });
    return { id, ...shown(ctx, device, fields) };
  },
  audit: { entity: "decoderMapping", id: ({ id }) => id },
});
