import { z } from "zod";
import { MEASURES } from "@/db/enums";
import type { MonitoringListDto, MonitoringPointDto } from "@/features/carrier/monitoring/monitoring.schema";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import type { PlanDto } from "@/features/scene/floor-plan/schema";
import type { Excursion, HistoryDto } from "@/features/telemetry/history/history.schema";
import type { HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import type { MapSettings } from "@/lib/geo/map-settings";
import { VersionedId } from "@/lib/resource/by-id";
import { optionalText, recordId, requiredText } from "@/lib/validation/fields";
import { type HomeStatisticsDto, StatisticsDays } from "../statistics.schema";
import {
  type Box,
  CHART_HOURS,
  COLUMNS,
  compactCards,
  LEAST,
  MAXIMUM_CARDS,
  MAXIMUM_CARRIERS,
  MOST_HIGH,
  ROWS,
} from "./rules";

/** Initial size of a new card, by kind. */
export const FIRST_SIZE: Record<CardKind, Pick<Box, "w" | "h">> = {
  value: { w: 3, h: 2 },
  chart: { w: 6, h: 4 },
  map: { w: 6, h: 5 },
  list: { w: 6, h: 5 },
  plan: { w: 6, h: 5 },
  exceptions: { w: 4, h: 4 },
  statistics: { w: 6, h: 2 },
};

/** The default cards of a new dashboard: open exceptions, the overall state, and the carriers, worst first. */
export const starterCards = (): Card[] => [
  { id: "c1", title: "", x: 0, y: 0, w: 12, h: 2, show: { kind: "statistics", days: 7 } },
  { id: "c2", title: "", x: 0, y: 2, w: 7, h: 5, show: { kind: "list", sceneId: null, only: "all" } },
  { id: "c3", title: "", x: 7, y: 2, w: 5, h: 5, show: { kind: "exceptions", sceneId: null, only: "open" } },
];

const Place = {
  id: z.string().regex(/^[a-z0-9]{1,12}$/),
  title: optionalText(40),
  x: z
    .number()
    .int()
    .min(0)
    .max(COLUMNS - LEAST.w),
  y: z.number().int().min(0).max(ROWS),
  w: z.number().int().min(LEAST.w).max(COLUMNS),
  h: z.number().int().min(LEAST.h).max(MOST_HIGH),
};

const Measure = z.enum(MEASURES);
/** A node of the organisation tree with its subtree; null means the whole scope. */
const Node = recordId().nullable().default(null);

const KINDS = [
  z.strictObject({ kind: z.literal("value"), carrierId: recordId(), measure: Measure }),
  z.strictObject({
    kind: z.literal("chart"),
    carrierIds: z.array(recordId()).min(1).max(MAXIMUM_CARRIERS),
    measure: Measure,
    hours: z.coerce.number().pipe(z.literal(CHART_HOURS)).default(24),
  }),
  z.strictObject({ kind: z.literal("map"), sceneId: Node }),
  z.strictObject({ kind: z.literal("list"), sceneId: Node, only: z.enum(["all", "attention"]).default("all") }),
  z.strictObject({ kind: z.literal("plan"), sceneId: recordId() }),
  z.strictObject({ kind: z.literal("exceptions"), sceneId: Node, only: z.enum(["open", "all"]).default("open") }),
  z.strictObject({ kind: z.literal("statistics"), days: StatisticsDays.default(7) }),
] as const;

/** The content of a card, without its position. */
export const CardSettings = z.discriminatedUnion("kind", KINDS);
export type CardSettings = z.output<typeof CardSettings>;
export type CardKind = CardSettings["kind"];
export const CARD_KINDS = KINDS.map(({ shape }) => shape.kind.value) as CardKind[];

/** The position of a card on the grid: its upper left corner and size. */
export const CardPlace = z.strictObject(Place).superRefine(({ x, w }, context) => {
  if (x + w > COLUMNS)
    context.addIssue({
      code: "too_big",
      origin: "number",
      maximum: COLUMNS - x,
      inclusive: true,
      path: ["w"],
      message: "reaches beyond the grid",
    });
});
export type CardPlace = z.output<typeof CardPlace>;

/** A card: its position, and its content in `show`. */
export const Card = CardPlace.safeExtend({ show: CardSettings });
export type Card = z.output<typeof Card>;

const Cards = z
  .array(Card)
  .max(MAXIMUM_CARDS)
  .superRefine((cards, context) => {
    const seen = new Set<string>();
    cards.forEach(({ id }, index) => {
      if (seen.has(id))
        context.addIssue({
          code: "custom",
          path: [index, "id"],
          params: { rule: "unique" },
          message: "each card once",
        });
      seen.add(id);
    });
  });

/** The stored format. A later format gets its own version, and older ones are migrated here. */
export const Content = z.object({ version: z.literal(1), cards: Cards });
export const VERSION = 1;

/** The cards of a stored dashboard; those that do not match the schema are dropped, the others are kept. */
export function cardsOf(stored: { cards?: unknown[] } | null): Card[] {
  const cards = (stored?.cards ?? []).flatMap((card) => {
    const parsed = Content.shape.cards.safeParse([card]);
    return parsed.success ? parsed.data : [];
  });
  return compactCards(cards.filter(({ id }, index) => cards.findIndex((other) => other.id === id) === index));
}

const Name = requiredText(40);

export const DashboardListQuery = z.strictObject({});
export const DashboardInput = z.strictObject({ name: Name, cards: Cards.default([]) });
export const DashboardSave = DashboardInput.extend(VersionedId.shape);
export const ShareInput = z.strictObject({ id: recordId(), shared: z.boolean() });

/** The cards to load, stored or unsaved. */
export const ContentQuery = z.strictObject({
  cards: z.array(z.strictObject({ id: Place.id, show: CardSettings })).max(MAXIMUM_CARDS),
});

export type DashboardRow = { id: number; name: string; isOwn: boolean; isShared: boolean; ownerName: string };
export type DashboardDto = DashboardRow & { version: number; cards: Card[] };

/** `gone`: the object no longer exists, or is no longer in the scope. `denied`: the account lacks the permission. */
export type CardContent =
  | { state: "gone" | "denied" }
  | { state: "ok"; kind: "value"; point: MonitoringPointDto }
  | {
      state: "ok";
      kind: "chart";
      probes: HistoryProbe[];
      range: { from: number; to: number };
      history: HistoryDto;
      excursions: Excursion[];
    }
  | { state: "ok"; kind: "map"; settings: MapSettings }
  | { state: "ok"; kind: "list"; list: MonitoringListDto }
  | { state: "ok"; kind: "plan"; plan: PlanDto; points: MonitoringPointDto[] }
  | { state: "ok"; kind: "exceptions"; items: ExceptionDto[]; total: number }
  | { state: "ok"; kind: "statistics"; statistics: HomeStatisticsDto };

/** Keyed by card id; `at` in epoch ms. */
export type ContentDto = { at: number; cards: Record<string, CardContent> };
