import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ROUTES } from "@/app/service/routes";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALES } from "@/lib/i18n/routing";
import { INGEST_TOKEN } from "@/lib/operation/define-operation";

// Walks every field of every call: a point in time has bounds, only these fields are texts of several lines, and each
// has a name for people.

const MULTILINE = /^(desc|description|remarks?|reason|content|comment|measures|result)$/;
/** What the type of the carrier says about each of these is asked behind the field. */
const BY_TYPE = /^carrier\.(create|update)\.attributes\{\}$/;

/** What only programs send, and nobody types: pages of lists, resuming, repeated requests, the keys of a browser. */
const PROGRAMS =
  /^(iDisplay(Start|Length)|sort|dir|q|v|part|cursor|loggerCursor|after|since|lastEventId|byteRange|positions|visit|requestKey|clientKey|endpoint|auth|p256dh|publicKey|old|replaces)$/;

type Leaf = { place: string; key: string; schema: z.ZodType };

/** What a schema is made of, down to what is neither object nor list; wrappers count as what they wrap. */
function leavesOf(schema: z.core.$ZodType, place: string, key: string): Leaf[] {
  const within = (inner: z.core.$ZodType) => leavesOf(inner, place, key);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      leavesOf(field as z.core.$ZodType, `${place}.${name}`, name),
    );
  if (schema instanceof z.ZodArray) return leavesOf(schema.element, `${place}[]`, key);
  if (schema instanceof z.ZodRecord)
    return [schema.keyType, schema.valueType].flatMap((part) => leavesOf(part, `${place}{}`, key));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(within);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return within(schema.unwrap());
  if (schema instanceof z.ZodPrefault || schema instanceof z.ZodCatch) return within(schema.unwrap());
  if (schema instanceof z.ZodLazy) return [];
  // A transform before or behind a schema: the whole decides what is taken, where it is no object or list.
  if (schema instanceof z.ZodPipe) {
    const inner = [schema.in, schema.out].find(
      (part) => !(part instanceof z.ZodTransform || part instanceof z.ZodCustom),
    );
    if (inner && [z.ZodObject, z.ZodArray, z.ZodRecord].some((kind) => inner instanceof kind)) return within(inner);
  }
  return [{ place, key, schema: schema as z.ZodType }];
}

/** The names of all fields in a schema, those of objects and lists included. */
function namesOf(schema: z.core.$ZodType, into = new Set<string>()): Set<string> {
  if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape)) namesOf(field as z.core.$ZodType, into.add(name));
  else if (schema instanceof z.ZodArray) namesOf(schema.element, into);
  else if (schema instanceof z.ZodRecord) namesOf(schema.valueType, into);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) namesOf(option, into);
  else if (schema instanceof z.ZodPipe) for (const part of [schema.in, schema.out]) namesOf(part, into);
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    namesOf(schema.unwrap(), into);
  else if (schema instanceof z.ZodPrefault || schema instanceof z.ZodCatch) namesOf(schema.unwrap(), into);
  return into;
}

const takes = ({ schema }: Leaf, value: unknown) => schema.safeParse(value).success;

/** A provider's own message, stored as it came; what of it is a text for people is taken out behind it. */
const PROVIDERS = /^noticeReply\.receive$/;
// A device's message is read field by field: what it names is looked up, and a bad name refuses one item.
const calls = ROUTES.map(([, , operation]) => operation).filter(
  ({ name, permission }) => permission !== INGEST_TOKEN && !PROVIDERS.test(name),
);
const leaves = calls.flatMap(({ name, input }) => leavesOf(input, name, ""));
const within = (kept: readonly Leaf[]) => [...new Set(kept.map(({ place }) => place))];

describe("the fields of all calls", () => {
  it("are found", () => {
    expect(leaves.length).toBeGreaterThan(500);
  });

  it.each(LOCALES)("have a name in the words of an error in %s", async (locale) => {
    const names = new Set(calls.flatMap(({ input }) => [...namesOf(input)]));
    expect(names.size).toBeGreaterThan(300);
    const { field } = (await loadMessages(locale)).audit as { field: Record<string, string> };
    expect([...names].filter((name) => !PROGRAMS.test(name) && !(name in field))).toEqual([]);
  });

  it("take no instant and no day beyond 1970 to 2100", () => {
    const ISO = "2026-11-20T08:00:00Z";
    const instants = leaves.filter((leaf) => takes(leaf, ISO) && !takes(leaf, "text"));
    const days = leaves.filter((leaf) => takes(leaf, "2026-11-20") && !takes(leaf, "2026-13-40") && !takes(leaf, ISO));
    expect(instants.length).toBeGreaterThan(30);
    expect(days.length).toBeGreaterThan(3);
    const strange = ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"];
    for (const at of strange) expect(within(instants.filter((leaf) => takes(leaf, at)))).toEqual([]);
    for (const at of [-1, 4_102_444_800_001, Number.MAX_SAFE_INTEGER])
      expect(within(instants.filter((leaf) => takes(leaf, at)))).toEqual([]);
    for (const day of ["0000-01-01", "0001-01-01", "1969-12-31", "9999-12-31"])
      expect(within(days.filter((leaf) => takes(leaf, day)))).toEqual([]);
  });

  it("take line breaks only in the texts of several lines, and other control characters nowhere", () => {
    // Between letters and digits: what a pattern or a length refuses anyway is no finding.
    const texts = leaves.filter((leaf) => ["ab cd", "abcd", "12", "ab1cd2e"].some((text) => takes(leaf, text)));
    expect(texts.length).toBeGreaterThan(200);
    const open = (leaf: Leaf, character: string) => takes(leaf, `ab${character}cd`) || takes(leaf, `1${character}2`);
    const broken = texts.filter((leaf) => ["\n", "\r", "\u2028"].some((one) => open(leaf, one)));
    expect(within(broken.filter(({ key, place }) => !MULTILINE.test(key) && !BY_TYPE.test(place)))).toEqual([]);
    for (const character of ["\0", "\u0007", "\u001b", "\u007f", "\u009f", "\ud800", "\u202e"])
      expect([
        character.codePointAt(0),
        within(texts.filter((leaf) => !BY_TYPE.test(leaf.place) && open(leaf, character))),
      ]).toEqual([character.codePointAt(0), []]);
  });
});
