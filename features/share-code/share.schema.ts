import { z } from "zod";
import { SHARE_FIELDS, SHARE_KINDS, type ShareField, type ShareKind, type ShareOutcome } from "@/db/share-enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { checkSpan, lineText, optionalText, recordId, recordIds, wholeNumber } from "@/lib/validation/fields";
import { instantMs } from "@/lib/validation/instant";
import { KIND_RULES, MAXIMUM_PERIOD_MS } from "./kind.rules";

export const SHARE_STATES = ["active", "expired", "usedUp", "revoked", "gone"] as const;
export type ShareState = (typeof SHARE_STATES)[number];

/** Codes made at once, and labels of one sheet. */
export const MAXIMUM_CODES = 100;
export const NAME_LENGTH = 60;
export const PIN = { minimum: 4, maximum: 8 } as const;
const MAXIMUM_USES = 10_000;

/** A PIN as readers type it; an empty one is none. */
const Pin = z
  .string()
  .trim()
  .refine((pin) => pin === "" || (/^\d+$/.test(pin) && pin.length >= PIN.minimum && pin.length <= PIN.maximum), {
    params: { rule: "pin" },
    message: `${PIN.minimum} to ${PIN.maximum} digits`,
  });

const FIELDS = {
  kind: z.enum(SHARE_KINDS),
  /** A code is made for each of these: carriers, devices, or nodes of the tree as boards. */
  carrierIds: recordIds(MAXIMUM_CODES).default([]),
  deviceIds: recordIds(MAXIMUM_CODES).default([]),
  sceneIds: recordIds(MAXIMUM_CODES).default([]),
  /** Empty: the name of the subject. */
  name: optionalText(NAME_LENGTH),
  from: instantMs().nullable().default(null),
  to: instantMs().nullable().default(null),
  fields: z
    .array(z.enum(SHARE_FIELDS))
    .default([])
    .transform((fields) => [...new Set(fields)]),
  pin: Pin.default(""),
  expiresAt: instantMs().nullable().default(null),
  useLimit: wholeNumber(1, MAXIMUM_USES).nullable().default(null),
};
type Fields = z.output<z.ZodObject<typeof FIELDS>>;

function checkShare(input: Fields, context: z.RefinementCtx): void {
  const { kind, from, to, fields, pin, useLimit, expiresAt } = input;
  const refuse = (path: string, rule: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], params: { rule }, message });
  const count = input.carrierIds.length + input.deviceIds.length + input.sceneIds.length;
  const isBoard = input.sceneIds.length > 0;
  if (count === 0) refuse("subjects", "required", "carrierIds, deviceIds or sceneIds are required");
  if (count > MAXIMUM_CODES)
    context.addIssue({
      ...{ code: "too_big", origin: "array", maximum: MAXIMUM_CODES, inclusive: true, path: ["subjects"] },
      message: `at most ${MAXIMUM_CODES} codes at once`,
    });
  if (kind === "page" && isBoard) refuse("sceneIds", "shareBoard", "a board is shared live or on a wall");
  if (kind === "kiosk" && count > input.sceneIds.length) refuse("subjects", "shareKiosk", "a wall shows boards only");
  if (kind === "page" && from === null) refuse("from", "required", "required");
  if (kind !== "page" && (from !== null || to !== null)) refuse("from", "sharePeriod", "only a page has a period");
  if (from !== null && to !== null) {
    checkSpan({ from, to }, context);
    if (to - from > MAXIMUM_PERIOD_MS) refuse("to", "shareLength", "at most a year after from");
  }
  const isBare = kind === "kiosk" || isBoard;
  if (!isBare && fields.length === 0) refuse("fields", "required", "required");
  const offered = isBare ? [] : KIND_RULES[kind].fields;
  if (fields.some((field) => !offered.includes(field)))
    refuse("fields", "shareField", `fields of this kind: ${offered.join(", ") || "none"}`);
  // Nobody types on a wall.
  if (isBare && pin !== "") refuse("pin", "shareGuard", "a board has no PIN");
  if (isBare && useLimit !== null) refuse("useLimit", "shareGuard", "a board is opened again and again");
  if (expiresAt === null && kind !== "kiosk") refuse("expiresAt", "required", "required");
}

export const ShareInput = z.strictObject(FIELDS).superRefine(checkShare);
export type ShareInput = z.output<typeof ShareInput>;

/**
 * The specification's call: a page about sensors or carriers, by default of the last seven days and on, for seven days.
 */
export const GenerateInput = z.strictObject({
  ...{ carrierIds: FIELDS.carrierIds, deviceIds: FIELDS.deviceIds, name: FIELDS.name, pin: FIELDS.pin },
  ...{ to: FIELDS.to, useLimit: FIELDS.useLimit },
  from: instantMs().optional(),
  expiresAt: instantMs().optional(),
  fields: z.array(z.enum(SHARE_FIELDS)).default([...KIND_RULES.page.chosen]),
});

export const ShareListQuery = listQuery({
  sort: ["createdAt", "name", "expiresAt", "lastOpenedAt"],
  dir: "desc",
  filters: {
    kind: z.enum(SHARE_KINDS).optional(),
    state: z.enum(SHARE_STATES).optional(),
    carrierId: recordId().optional(),
    deviceId: recordId().optional(),
    customerId: recordId().optional(),
  },
});
export type ShareListQuery = z.output<typeof ShareListQuery>;

export type SubjectKind = "carrier" | "device" | "board";

/** A code as its keepers see it; the code itself is shown by `label` only. Instants as ISO-8601 in UTC. */
export type ShareDto = {
  id: number;
  customerId: number;
  customerName: string;
  kind: ShareKind;
  name: string;
  subject: string;
  /** Null: what it opened was deleted. */
  subjectKind: SubjectKind | null;
  carrierId: number | null;
  deviceId: number | null;
  sceneId: number | null;
  from: string | null;
  to: string | null;
  fields: ShareField[];
  hasPin: boolean;
  expiresAt: string | null;
  useLimit: number | null;
  useCount: number;
  /** All openings, and attempts with a wrong PIN. */
  openings: number;
  wrongPins: number;
  lastOpenedAt: string | null;
  author: string;
  createdAt: string;
  revokedAt: string | null;
  state: ShareState;
};

export const OpeningsInput = listQuery({ sort: ["at"], dir: "desc", filters: ById.shape });
export type OpeningDto = { at: string; outcome: ShareOutcome; address: string; userAgent: string; locale: string };

export const LabelInput = z.object({ ids: recordIds(MAXIMUM_CODES).refine((ids) => ids.length > 0) });
/** What is printed: the address, its QR code as a data URI, and what a reader needs. */
export type LabelDto = {
  id: number;
  name: string;
  subject: string;
  customerName: string;
  timeZone: string;
  url: string;
  image: string;
  hasPin: boolean;
  expiresAt: string | null;
  state: ShareState;
};

/** What codes can be made for. */
export const SubjectInput = z.object({ q: lineText(100).optional(), kind: z.enum(SHARE_KINDS).default("page") });
export type SubjectDto = { key: string; kind: SubjectKind; id: number; name: string; place: string };

export type ShareRights = { create: boolean; revoke: boolean };
