import "server-only";
import { cache } from "react";
import { MAXIMUM_RANGE_MS } from "@/features/track/limits.rules";
import { traceViewOf } from "@/features/track/track.operations";
import type { TraceView } from "@/features/track/track.schema";
import { visibilityOf } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import { holds } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import type { TransportFileView } from "./file.schema";
import { handoversOf } from "./handover.service";
import { journeyOf, ridesOf } from "./journey.service";
import { progressOfAll } from "./progress.service";
import { getTransport } from "./transport.data";
import { getCode } from "./transport.operations";
import { isOpen, LOADED_STATES } from "./transport.rules";

/** The transport that the address names. Throws NOT_FOUND outside the scope. */
const askedFor = cache(async (ctx: PageContext) => {
  const asked = ById.safeParse({ id: ctx.search.id });
  if (!asked.success) throw notFound("transport", String(ctx.search.id ?? ""));
  return getTransport(ctx.db, visibilityOf(ctx), asked.data.id);
});

/** The number of the transport that the address names. */
export const nameOfTransport = async (ctx: PageContext): Promise<string> => (await askedFor(ctx)).number;

/** The texts of the transport file, those of other features' parts included. */
export const FILE_MESSAGES = [
  ...(["common", "error", "history", "printDialog", "report-button", "signature"] as const),
  ...(["track", "transport", "transportFile"] as const),
];

/** Loads the transport file: journey, hand-overs, and the track of one of its rides on one time axis. */
export async function loadTransportFile(ctx: PageContext): Promise<TransportFileView> {
  const transport = await askedFor(ctx);
  const now = ctx.now.getTime();
  const rides = ridesOf(transport, now);
  const wanted = Number(ctx.search.ride ?? rides.length - 1);
  const ride = rides[wanted] ?? rides.at(-1);
  const names = new Map(
    [transport.carrier, ...transport.stops.flatMap(({ carrier }) => carrier ?? [])].map((one) => [one.id, one.name]),
  );
  let trace: TraceView | null = null;
  // The names of carriers outside the scope are hidden, and so are their tracks.
  if (ride && holds(ctx, "viewHistory") && names.get(ride.carrierId) != null)
    trace = await traceViewOf(ctx, ride.carrierId, {
      from: Math.max(ride.from, ride.to - MAXIMUM_RANGE_MS),
      to: ride.to,
    });
  const isOpen = LOADED_STATES.includes(transport.state);
  return {
    transport,
    journey: await journeyOf(ctx, transport),
    handovers: await handoversOf(ctx, transport.id),
    progress: isOpen ? ((await progressOfAll(ctx, [transport])).get(transport.id) ?? null) : null,
    rides: rides.map(({ carrierId, ...span }) => ({ ...span, name: names.get(carrierId) ?? null })),
    ride: ride ? rides.indexOf(ride) : 0,
    trace,
    rights: {
      ...{ edit: holds(ctx, "editTransport"), lots: holds(ctx, "viewLot"), exceptions: holds(ctx, "viewEx") },
      print: holds(ctx, "printPrinter"),
      // A report names all carriers.
      report: holds(ctx, "newReport") && [...names.values()].every((name) => name !== null),
    },
    timeZone: ctx.principal.customer.timeZone,
    now,
  };
}

/** Loads the slip that travels with the goods: the transport and its code. */
export async function loadSlip(ctx: PageContext) {
  const transport = await askedFor(ctx);
  const code = await getCode.call(ctx, { id: transport.id });
  return {
    ...{ transport, code, now: ctx.now.getTime() },
    mayPrint: holds(ctx, "printPrinter"),
    mayRenew: holds(ctx, "editTransport") && isOpen(transport.state),
  };
}
