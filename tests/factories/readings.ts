import fc from "fast-check";

/** The devices of readings: those of the sender by all their names, and those it may not report for. */
export type Cast = { own: readonly string[]; foreign: readonly string[]; deactivated: readonly string[] };

/** An element of a request body and its expected outcome; for a rejected one, how the reason starts. */
export type Element = { raw: unknown; fate: "stored" | "repeat" | { refused: RegExp } };

/** Represents a number in the body that JavaScript cannot serialise. */
export const HUGE = "__1e999__";

/** Serialises a body, including numbers that only text can represent. */
export const textOf = (value: unknown): string => JSON.stringify(value).replaceAll(`"${HUGE}"`, "1e999");

const MINUTE = 60_000;
const mixedCase = (name: string) => fc.constantFrom(name, name.toLowerCase(), ` ${name} `);
const good = fc.record({
  own: fc.nat(),
  temperature: fc.double({ min: -90, max: 90, noNaN: true }),
  humidity: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  isText: fc.boolean(),
});
const junk = fc.constantFrom<unknown>(null, true, "", "4.2", [], {}, [4], { value: 4 }, HUGE, -1e300, 1e300);

/** The defects of an element, as changes to a valid one; `reason` as in the contract: the field first. */
const wrongs: [reason: RegExp, spoil: (reading: Record<string, unknown>, junk: unknown, now: number) => unknown][] = [
  [/^reading: /, (_, some) => (some !== null && typeof some === "object" && !Array.isArray(some) ? [some] : some)],
  [/^device: must/, ({ device: _, ...reading }) => reading],
  [/^device: must/, (reading, some) => ({ ...reading, device: typeof some === "string" ? "" : some })],
  [/^device: must/, (reading) => ({ ...reading, device: "x".repeat(65) })],
  [/^device: must/, (reading) => ({ ...reading, device: "a\0b" })],
  [/^device: unknown/, (reading) => ({ ...reading, device: "nobody's" })],
  [/^at: /, ({ at: _, ...reading }) => reading],
  [/^at: /, (reading, some) => ({ ...reading, at: some })],
  [/^at: /, (reading) => ({ ...reading, at: "2026-02-30 10:00" })],
  [/^at: more than 10 minutes/, (reading, _, now) => ({ ...reading, at: now + 11 * MINUTE })],
  [/^at: before 2000/, (reading) => ({ ...reading, at: 0 })],
  [/^values: /, ({ values: _, ...reading }) => reading],
  [/^values: /, (reading) => ({ ...reading, values: [4] })],
  [/^values: /, (reading) => ({ ...reading, values: {} })],
  [/^values\.temperature: must/, (reading, some) => ({ ...reading, values: { humidity: 50, temperature: some } })],
  [/^values\.warmth: unknown/, (reading) => ({ ...reading, values: { temperature: 4, warmth: 4 } })],
  [/^values\.door: must/, (reading) => ({ ...reading, values: { temperature: 4, door: 0.5 } })],
  [/^position/, (reading) => ({ ...reading, position: { lon: 200, lat: 1 } })],
  [/^position/, (reading) => ({ ...reading, position: { lon: 1 } })],
  [/^conflict: values\.temperature/, (reading) => reading],
];

/**
 * Bodies of valid readings at unique instants, mixed with every possible defect. All instants are after `beginAt` and
 * differ from those that `clock` has already returned.
 */
export function mixtures(cast: Cast, now: number, clock: () => number): fc.Arbitrary<Element[]> {
  const kinds = fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: "good" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "repeat" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "foreign" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "deactivated" as const }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("wrong" as const), which: fc.nat(wrongs.length - 1), some: junk }),
    },
  );
  const names = fc.array(fc.constantFrom(...cast.own).chain(mixedCase), { minLength: 1, maxLength: 8 });
  return fc
    .record({
      steps: fc.array(fc.record({ what: kinds, reading: good }), { minLength: 1, maxLength: 40, size: "max" }),
      names,
    })
    .map(({ steps, names: spelled }) => {
      const elements: Element[] = [];
      let last: Record<string, unknown> | undefined;
      for (const { what, reading } of steps) {
        const at = clock();
        const fresh = {
          device: spelled[reading.own % spelled.length],
          at: reading.isText ? new Date(at).toISOString() : at,
          values: {
            temperature: reading.temperature,
            ...(reading.humidity !== undefined && { humidity: reading.humidity }),
          },
        };
        if (what.kind === "good" || (last === undefined && what.kind === "repeat")) {
          last = fresh;
          elements.push({ raw: fresh, fate: "stored" });
        } else if (what.kind === "repeat") elements.push({ raw: last, fate: "repeat" });
        else if (what.kind === "foreign")
          elements.push({
            raw: { ...fresh, device: cast.foreign[reading.own % cast.foreign.length] },
            fate: { refused: /^device: unknown$/ },
          });
        else if (what.kind === "deactivated")
          elements.push({
            raw: { ...fresh, device: cast.deactivated[reading.own % cast.deactivated.length] },
            fate: { refused: /^device: deactivated$/ },
          });
        else {
          const [reason, spoil] = wrongs[what.which] as (typeof wrongs)[number];
          const isConflict = reason.source.startsWith("^conflict");
          if (isConflict && last === undefined) continue;
          const base = isConflict ? { ...last, values: { temperature: contradicting(last) } } : fresh;
          elements.push({ raw: spoil(base, what.some, now), fate: { refused: reason } });
        }
      }
      return elements;
    });
}

const contradicting = (reading: Record<string, unknown> | undefined) => {
  const { temperature } = (reading?.values ?? {}) as { temperature: number };
  return temperature > 0 ? temperature - 1 : temperature + 1;
};
