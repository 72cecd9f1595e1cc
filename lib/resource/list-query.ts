import { z } from "zod";
import { lineText } from "@/lib/validation/fields";

/** The offered page sizes. */
export const PAGE_SIZES = [15, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 15;

export type Page<T> = { items: T[]; total: number };

/** State of a list page from its URL. */
export type ListAddress = {
  /** The valid parameters. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  timeZone: string;
  /** Epoch ms of the page's clock. */
  now: number;
};

/** The data of a list screen. */
export type ListView<T> = ListAddress & { page: Page<T> };

/** Parameters of every list query besides its filters. */
export type ListQuery = {
  q?: string | undefined;
  iDisplayStart: number;
  iDisplayLength: number;
  sort: string;
  dir: "asc" | "desc";
};

/**
 * The strict query of a list call. Sort columns are an enum, so that no other column can be named. `sort[0]` is the
 * default order, ascending unless `dir` says otherwise.
 */
export function listQuery<const Sort extends string, Filters extends z.ZodRawShape>(options: {
  sort: readonly [Sort, ...Sort[]];
  dir?: "asc" | "desc";
  filters: Filters;
  pageSize?: number;
}) {
  return z.strictObject({
    q: lineText(100).optional(),
    iDisplayStart: z.coerce.number().int().min(0).max(1_000_000).default(0),
    iDisplayLength: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(options.pageSize ?? DEFAULT_PAGE_SIZE),
    sort: z.enum(options.sort).default(options.sort[0] as never),
    dir: z.enum(["asc", "desc"]).default((options.dir ?? "asc") as never),
    ...options.filters,
  });
}

type Parameters = Record<string, string | string[] | undefined>;

/** The raw parameters that are valid by themselves and consistent with the others. */
export function understoodOf(schema: z.ZodObject, raw: Parameters): Record<string, string> {
  const kept: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const value = raw[key];
    if (value !== undefined && (field as z.ZodType).safeParse(value).success) kept[key] = value;
  }
  for (const { path } of schema.safeParse(kept).error?.issues ?? []) delete kept[String(path[0])];
  return Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, String(value)]));
}

/** For pages: the valid parameters of a URL with defaults for the rest, so that a malformed URL still renders. */
export const tolerant = <S extends z.ZodObject>(schema: S, raw: Parameters): z.output<S> =>
  schema.parse(understoodOf(schema, raw)) as z.output<S>;

/** An `ilike` pattern for a user's text, in which wildcards are literal. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
