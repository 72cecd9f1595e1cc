import type { Measure } from "@/db/enums";
import { probeKey } from "@/features/telemetry/ingest/channel.rules";
import type { ProbeKey } from "@/features/telemetry/ingest/ingest.schema";
import type { FieldMapping, MappingDto } from "./mapping.schema";
import type { MappedUnit } from "./unit.rules";

/** A field in the form. Unmapped fields are read by the table of names. Numbers are texts during input. */
export type Draft = {
  as: "automatic" | "ignore" | Measure;
  unit: MappedUnit;
  scale: string;
  offset: string;
  channel: string;
};

/** Names of the fields in the last messages and of mapped fields. Fields that are never read come first. */
export const fieldsOf = ({ fields, messages }: Pick<MappingDto, "fields" | "messages">): string[] => {
  const sent = messages.flatMap((message) => message.fields.map(({ field }) => field));
  const read = new Set(
    messages.flatMap((message) => message.fields.flatMap((one) => (one.read === null ? [] : [one.field]))),
  );
  return [...new Set([...sent, ...fields.map(({ field }) => field)])].sort(
    (a, b) => Number(read.has(a)) - Number(read.has(b)) || a.localeCompare(b),
  );
};

export function draftOf(name: string, fields: readonly FieldMapping[]): Draft {
  const mapping = fields.find(({ field }) => field === name);
  const empty = { unit: "°C", scale: "1", offset: "0", channel: "" } as const;
  if (!mapping) return { as: "automatic", ...empty };
  if (mapping.as === "ignore") return { as: "ignore", ...empty };
  const { measure, unit, scale, offset, channel } = mapping;
  return { as: measure, unit, scale: String(scale), offset: String(offset), channel };
}

type Drafts = Readonly<Record<string, Draft>>;
const mappedOf = (names: readonly string[], drafts: Drafts) =>
  names.filter((name) => (drafts[name]?.as ?? "automatic") !== "automatic");

/** Parses a typed number with a comma or a point; empty text gives the fallback, which leaves the value unchanged. */
const typedNumber = (text: string, fallback: number) =>
  text.trim() === "" ? fallback : Number(text.trim().replace(",", "."));

/** The mapping of the drafts. */
export const valuesOf = (names: readonly string[], drafts: Drafts): FieldMapping[] =>
  mappedOf(names, drafts).map((field): FieldMapping => {
    const { as, unit, scale, offset, channel } = drafts[field] as Draft;
    if (as === "ignore" || as === "automatic") return { field, as: "ignore" };
    return {
      field,
      as: "measure",
      measure: as,
      unit,
      scale: typedNumber(scale, 1),
      offset: typedNumber(offset, 0),
      channel,
    };
  });

/** Index of each field in that mapping. */
export const placesOf = (names: readonly string[], drafts: Drafts): Map<string, number> =>
  new Map(mappedOf(names, drafts).map((name, index) => [name, index]));

/** Known fields whose probes the drafts assign to others, by the name of the field that replaces them. */
export function replacedBy(
  names: readonly string[],
  drafts: Drafts,
  messages: MappingDto["messages"],
): Map<string, string> {
  const known = new Map<ProbeKey, string>();
  for (const { field, read, displacedBy } of messages.flatMap((message) => message.fields)) {
    const isAutomatic = (drafts[field]?.as ?? "automatic") === "automatic";
    if (read && isAutomatic && displacedBy === null) known.set(probeKey(read.measure, read.channel), field);
  }
  return new Map(
    valuesOf(names, drafts).flatMap((mapping): [string, string][] => {
      const replaced = mapping.as === "measure" && known.get(probeKey(mapping.measure, mapping.channel.trim()));
      return replaced ? [[mapping.field, replaced]] : [];
    }),
  );
}
