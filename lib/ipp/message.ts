import { OutboundError } from "@/lib/outbound/outbound-error";

/** Tags of attribute groups and values (RFC 8010, section 3.5). */
export const GROUP = { operation: 0x01, job: 0x02, end: 0x03, printer: 0x04 } as const;
export const VALUE = {
  ...{ integer: 0x21, boolean: 0x22, enum: 0x23, text: 0x41, name: 0x42, keyword: 0x44, uri: 0x45 },
  ...{ charset: 0x47, language: 0x48, mimeType: 0x49 },
} as const;

type Scalar = string | number | boolean;
export type IppAttribute = { tag: keyof typeof VALUE; name: string; values: readonly Scalar[] };
export type IppRequest = {
  operation: number;
  requestId: number;
  /** Attributes of the operation group, after charset and language, which are added. */
  attributes: readonly IppAttribute[];
  /** Attributes of the job group, if there are any. */
  job?: readonly IppAttribute[];
  data?: Buffer;
};

/** The attributes of a group by name; values of other types than text, numbers and booleans are left out. */
export type IppGroup = { tag: number; attributes: Map<string, Scalar[]> };
export type IppAnswer = { status: number; requestId: number; groups: IppGroup[] };

const VERSION = Buffer.from([1, 1]);

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const scalarBytes = (value: Scalar): Buffer => {
  if (typeof value === "number") return int32(value);
  return typeof value === "boolean" ? Buffer.from([value ? 1 : 0]) : Buffer.from(value, "utf8");
};

/** Further values of an attribute have an empty name (RFC 8010, section 3.1.5). */
const attributeBytes = ({ tag, name, values }: IppAttribute): Buffer =>
  Buffer.concat(
    values.flatMap((value, index) => {
      const [key, bytes] = [Buffer.from(index === 0 ? name : "", "utf8"), scalarBytes(value)];
      return [Buffer.from([VALUE[tag]]), uint16(key.length), key, uint16(bytes.length), bytes];
    }),
  );

/** A request as bytes (RFC 8010, section 3.1), in IPP 1.1, which every printer understands. */
export function encodeRequest({ operation, requestId, attributes, job = [], data }: IppRequest): Buffer {
  const own: IppAttribute[] = [
    { tag: "charset", name: "attributes-charset", values: ["utf-8"] },
    { tag: "language", name: "attributes-natural-language", values: ["en"] },
  ];
  return Buffer.concat([
    ...[VERSION, uint16(operation), int32(requestId), Buffer.from([GROUP.operation])],
    ...[...own, ...attributes].map(attributeBytes),
    ...(job.length > 0 ? [Buffer.from([GROUP.job]), ...job.map(attributeBytes)] : []),
    Buffer.from([GROUP.end]),
    ...(data ? [data] : []),
  ]);
}

const TEXTS: ReadonlySet<number> = new Set([0x41, 0x42, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49]);
/** Text and name with a language: the language, then the text, each after its length. */
const WITH_LANGUAGE: ReadonlySet<number> = new Set([0x35, 0x36]);

function scalarOf(tag: number, bytes: Buffer): Scalar | undefined {
  if ((tag === VALUE.integer || tag === VALUE.enum) && bytes.length === 4) return bytes.readInt32BE(0);
  if (tag === VALUE.boolean && bytes.length === 1) return bytes[0] === 1;
  if (TEXTS.has(tag)) return bytes.toString("utf8");
  if (!WITH_LANGUAGE.has(tag) || bytes.length < 4) return undefined;
  const start = 4 + bytes.readUInt16BE(0);
  return bytes.toString("utf8", start);
}

/** Reads an answer. Throws OutboundError (`answer`) for anything that is not IPP, or ends too early. */
export function decodeAnswer(bytes: Buffer): IppAnswer {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError("answer", "not an IPP message", { cause: error });
  }
}

function read(bytes: Buffer): IppAnswer {
  const answer: IppAnswer = { status: bytes.readUInt16BE(2), requestId: bytes.readInt32BE(4), groups: [] };
  // Versions 1.x and 2.x share this format.
  if (bytes[0] !== 1 && bytes[0] !== 2) throw new OutboundError("answer", "not an IPP message");
  let at = 8;
  let last: Scalar[] | undefined;
  const take = (): Buffer => {
    const length = bytes.readUInt16BE(at);
    const part = bytes.subarray(at + 2, at + 2 + length);
    if (part.length < length) throw new OutboundError("answer", "the IPP message ends too early");
    at += 2 + length;
    return part;
  };
  for (;;) {
    const tag = bytes.readUInt8(at);
    at += 1;
    if (tag === GROUP.end) return answer;
    if (tag <= 0x0f) {
      answer.groups.push({ tag, attributes: new Map() });
      last = undefined;
      continue;
    }
    const name = take().toString("utf8");
    const value = scalarOf(tag, take());
    if (name !== "") {
      last = [];
      answer.groups.at(-1)?.attributes.set(name, last);
    }
    if (value !== undefined) last?.push(value);
  }
}
