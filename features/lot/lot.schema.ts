import { z } from "zod";
import { LOT_STATUSES, type LotDecision, type LotStatus, type LotVerdict, type PlacementWay } from "@/db/enums";
import type { Endurance } from "@/features/product/product.rules";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { ById, VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { optionalText, recordId, requiredText } from "@/lib/validation/fields";
import { calendarDay, instant } from "@/lib/validation/instant";
import type { Reason, Verdict } from "./verdict.rules";

export const NUMBER_LENGTH = 40;

const fields = {
  productId: recordId(),
  number: requiredText(NUMBER_LENGTH),
  expiresOn: calendarDay().nullable().default(null),
  quantity: z.number().min(0).max(1e9).nullable().default(null),
  unit: optionalText(20),
  status: z.enum(LOT_STATUSES).default("active"),
  note: optionalText(250),
};

/** A lot, and the carrier that it is put into at once. */
export const LotCreate = z.strictObject({
  ...fields,
  carrierId: recordId().nullable().default(null),
  placedAt: instant().nullable().default(null),
});
export type LotCreate = z.output<typeof LotCreate>;

export const LotUpdate = z.strictObject({ ...VersionedId.shape, ...fields });
export type LotUpdate = Omit<z.output<typeof LotUpdate>, "version">;

export const LotListQuery = listQuery({
  sort: ["createdAt", "number", "expiresOn", "product"],
  dir: "desc",
  filters: {
    productId: recordId().optional(),
    /** The carrier in which it is now. */
    carrierId: recordId().optional(),
    customerId: recordId().optional(),
    status: z.enum(LOT_STATUSES).optional(),
  },
});
export type LotListQuery = z.output<typeof LotListQuery>;

/** Puts a lot into a carrier, out of the one that it is in. `at` defaults to now. */
export const PlaceInput = z.strictObject({
  ...ById.shape,
  carrierId: recordId(),
  at: instant().optional(),
  how: z.enum(["hand", "scan"]).default("hand"),
});

/** Takes a lot out of its carrier. */
export const TakeOutInput = z.strictObject({ ...ById.shape, at: instant().optional() });

/** A lot as stored, with the names that explain it; `carrier` is the one that it is in. */
export type LotDto = {
  id: number;
  customerId: number;
  customerName: string;
  productId: number;
  productName: string;
  productCode: string;
  number: string;
  expiresOn: string | null;
  quantity: number | null;
  unit: string;
  status: LotStatus;
  note: string;
  carrier: VisibleRef | null;
  placedAt: number | null;
  createdAt: string;
  version: number;
};

/** What counts: the verdict of the arithmetic, unless a person's decision stands against it. */
export type Outcome = {
  state: LotVerdict;
  /** Whether the arithmetic or a person decided. */
  by: "arithmetic" | "person";
  reasons: (Reason | DecisionReason)[];
};
export type DecisionReason = "released" | "discarded" | "waitingForMaker" | "worseSinceRelease";

export type LotRowDto = LotDto & { outcome: Outcome };

/** Where a lot was; instants in epoch ms. */
export type StayDto = {
  id: number;
  carrier: VisibleRef;
  placedAt: number;
  removedAt: number | null;
  how: PlacementWay;
};

export type LotVerdictDto = {
  lot: LotDto;
  product: Endurance & { source: string; presetKey: string | null };
  outcome: Outcome;
  verdict: Verdict;
  stays: StayDto[];
  /** Names of the carriers and probes in the arithmetic; null if not visible. */
  carriers: Record<number, string | null>;
  probes: Record<number, string | null>;
  timeZone: string;
};

/** A lot that was in a carrier during an exception. */
export type ConcernedLotDto = LotRowDto & { from: number; to: number | null };

/** The latest decisions of a lot, as far as an outcome needs them. */
export type DecisionFact = {
  decision: LotDecision;
  at: number;
  target: string | null;
  minutes: number | null;
  content: Record<string, unknown>;
};
