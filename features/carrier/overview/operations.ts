import "server-only";
import { build } from "@/lib/env/env";
import { notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { tolerant } from "@/lib/resource/list-query";
import { readPoints } from "../monitoring/monitoring.operations";
import { countPlaces, findOpenExceptions, findPlaces } from "./data";
import { forStrangers, pointOf, shownOf, TILES, turnOf } from "./rules";
import { type WallDto, WallPage, WallQuery } from "./schema";

const worstOf = (ctx: OperationContext, sceneId: number | undefined, length: number) =>
  readPoints(ctx, {
    ...(sceneId !== undefined && { sceneId }),
    sort: "worst",
    dir: "asc",
    iDisplayStart: 0,
    iDisplayLength: length,
  });

type Places = Awaited<ReturnType<typeof findPlaces>>;

/** The wall with these places; a place that was deleted meanwhile shows everything. */
async function wallOf(ctx: OperationContext, found: Places, { sceneId, focus }: WallQuery): Promise<WallDto> {
  const { base, places, count } = found;
  const turned = focus !== undefined && places.some(({ id }) => id === focus) ? focus : undefined;
  const all = await worstOf(ctx, sceneId, turned === undefined ? TILES : 1);
  const part = turned === undefined ? all : await worstOf(ctx, turned, TILES);
  const troubled = part.items.filter(({ openExceptions }) => openExceptions !== null);
  const open = await findOpenExceptions(
    ctx.db,
    troubled.map(({ id }) => id),
  );
  const [worst] = all.items;
  return {
    at: ctx.now.getTime(),
    build: build(),
    all: { name: base?.name ?? null, summary: all.summary, worst: worst ? shownOf(worst) : null },
    places: await countPlaces(ctx.db, ctx.scope, places),
    morePlaces: count - places.length,
    focus: {
      place: turned ?? null,
      summary: part.summary,
      items: part.items.map((point) => pointOf(point, open.get(point.id) ?? [])),
    },
  };
}

/** Returns everything that a wall shows at one instant. */
export const readWall = defineOperation({
  name: "overview.read",
  kind: "query",
  permission: "viewOverview",
  input: WallQuery,
  async run(ctx, query): Promise<WallDto> {
    const found = await findPlaces(ctx.db, ctx.scope, query.sceneId);
    if (query.sceneId !== undefined && !found.base) throw notFound("scene", query.sceneId);
    return wallOf(ctx, found, query);
  },
});

/**
 * The wall of everything in the scope, for readers without an account: without ids. `position` is that of a place in
 * the list, from 1. `namesPeople`: whether it says who acknowledged.
 */
export async function readBoard(
  ctx: OperationContext,
  { position, namesPeople }: { position: number | undefined; namesPeople: boolean },
): Promise<WallDto> {
  const found = await findPlaces(ctx.db, ctx.scope, undefined);
  const focus = position === undefined ? undefined : found.places[position - 1]?.id;
  return forStrangers(await wallOf(ctx, found, focus === undefined ? {} : { focus }), { namesPeople });
}

/** Loads the wall; if the node is not in the scope, the wall shows everything. */
export async function loadWallScreen(ctx: PageContext) {
  const { sceneId: wished, seconds, kiosk } = tolerant(WallPage, ctx.search);
  const isKnown = wished !== undefined && (await findPlaces(ctx.db, ctx.scope, wished)).base !== null;
  const sceneId = isKnown ? wished : undefined;
  const wall = await readWall.call(ctx, sceneId === undefined ? {} : { sceneId });
  return {
    wall,
    sceneId: sceneId ?? null,
    seconds: turnOf(seconds),
    isKiosk: kiosk === "1",
    timeZone: ctx.principal.customer.timeZone,
  };
}
