import "server-only";
import type { DecisionDto } from "@/features/lot/decision.schema";
import type { LotVerdictDto } from "@/features/lot/lot.schema";
import { lotsAt, readLotRecord } from "@/features/lot/record.service";
import type { OperationContext } from "@/lib/operation/context";
import { MAXIMUM_LOTS, type ReportContent, type ReportLot } from "./report.schema";

/** Excursions of a lot that are listed; more are counted. */
const EXCURSIONS_LISTED = 50;

/**
 * What a report says of lots: of these, or by null of those that were at its carriers in its range. Carriers that are
 * not the report's are not named.
 */
export async function gatherLots(
  ctx: OperationContext,
  lotIds: readonly number[] | null,
  at: { carrierIds: readonly number[]; from: number; to: number },
): Promise<Required<Pick<ReportContent, "lots" | "unlistedLots">>> {
  const { ids, total } = lotIds
    ? { ids: lotIds.slice(0, MAXIMUM_LOTS), total: lotIds.length }
    : await lotsAt(ctx, at, MAXIMUM_LOTS);
  const named = new Set(at.carrierIds);
  const lots: ReportLot[] = [];
  for (const id of ids) {
    ctx.signal?.throwIfAborted();
    lots.push(lotOf(await readLotRecord(ctx, id), named));
  }
  return { lots, unlistedLots: total - lots.length };
}

function lotOf(answer: LotVerdictDto & { decisions: DecisionDto[] }, named: ReadonlySet<number>): ReportLot {
  const { lot, product, outcome, verdict, stays, decisions } = answer;
  const carrierOf = (id: number) => (named.has(id) ? (answer.carriers[id] ?? null) : null);
  const { state, reasons, at, from, freezing, kinetic, unobserved } = verdict;
  const spans = { ...unobserved, spans: unobserved.spans.filter(({ carrierId }) => isShown(carrierId, named)) };
  const { number, productName, productCode, expiresOn, quantity, unit } = lot;
  return {
    ...{ id: lot.id, number, product: productName, code: productCode, expiresOn, quantity, unit, outcome },
    endurance: enduranceOf(product),
    verdict: {
      ...{ state, reasons, at, from, freezing, kinetic, unobserved: spans, outside: verdict.outside },
      budget: verdict.budget.map(({ parts, ...row }) => ({
        ...row,
        parts: parts.map(({ carrierId, probeId, ms }) => ({
          carrier: carrierOf(carrierId),
          device: named.has(carrierId) ? (answer.probes[probeId] ?? null) : null,
          ms,
        })),
      })),
      excursions: verdict.excursions.slice(0, EXCURSIONS_LISTED).map((run) => ({
        ...{ side: run.side, from: run.from, to: run.to, extreme: run.extreme, isRunning: run.isRunning },
        carrier: carrierOf(run.carrierId),
      })),
      unlistedExcursions: Math.max(0, verdict.excursions.length - EXCURSIONS_LISTED),
    },
    stays: stays
      .map((stay) => ({
        ...{ carrier: named.has(stay.carrier.id) ? stay.carrier.name : null, how: stay.how },
        ...{ from: stay.placedAt, to: stay.removedAt },
      }))
      .toReversed(),
    decisions: decisions.map(({ signatures, id: _, ...decision }) => ({
      ...decision,
      signatures: signatures.map((one) => ({
        ...{ meaning: one.meaning, name: one.printedName, at: one.at },
        isValid: one.state === "valid",
      })),
    })),
  };
}

const isShown = (carrierId: number | null, named: ReadonlySet<number>) => carrierId === null || named.has(carrierId);

/** What a product endures, without what else a row of it has. */
function enduranceOf(product: LotVerdictDto["product"]): ReportLot["endurance"] {
  const { minimum, maximum, isFreezeSensitive, freezeLimit, allowances, bands, source } = product;
  const { kineticClass, kineticLimit, unobservedMinutes } = product;
  return {
    ...{ minimum, maximum, isFreezeSensitive, freezeLimit, allowances, bands, source },
    ...{ kineticClass, kineticLimit, unobservedMinutes },
  };
}
