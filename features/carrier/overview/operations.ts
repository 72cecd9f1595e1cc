import "server-only";
import { build } from "@/lib/env/env";
import { notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { tolerant } from "@/lib/resource/list-query";
import { readPoints } from "../monitoring/monitoring.operations";
import { countPlaces, findOpenExceptions, findPlaces } from "./data";
import { TILES, turnOf } from "./rules";
import { type WallDto, WallPage, WallQuery } from "./schema";

const worstOf = (ctx: OperationContext, sceneId: number | undefined, length: number) =>
  readPoints(ctx, {
    ...(sceneId !== undefined && { sceneId }),
    sort: "worst",
    dir: "asc",
    iDisplayStart: 0,
    iDisplayLength: length,
  });

/** Returns everything that a wall shows at one instant. */
export const readWall = defineOperation({
  name: "overview.read",
  kind: "query",
  permission: "viewOverview",
  input: WallQuery,
  async run(ctx, { sceneId, focus }): Promise<WallDto> {
    const { base, places, count } = await findPlaces(ctx.db, ctx.scope, sceneId);
    if (sceneId !== undefined && !base) throw notFound("scene", sceneId);
    // If the place was deleted meanwhile, everything is shown.
    const turned = focus !== undefined && places.some(({ id }) => id === focus) ? focus : undefined;
    const all = await worstOf(ctx, sceneId, turned === undefined ? TILES : 1);
    const part = turned === undefined ? all : await worstOf(ctx, turned, TILES);
    const troubled = part.items.filter(({ openExceptions }) => openExceptions !== null);
    const exceptions = await findOpenExceptions(
      ctx.db,
      troubled.map(({ id }) => id),
    );
    return {
      at: ctx.now.getTime(),
      build: build(),
      all: { name: base?.name ?? null, summary: all.summary, worst: all.items[0] ?? null },
      places: await countPlaces(ctx.db, ctx.scope, places),
      morePlaces: count - places.length,
      focus: {
        sceneId: turned ?? null,
        summary: part.summary,
        items: part.items.map((point) => ({ ...point, exceptions: exceptions.get(point.id) ?? [] })),
      },
    };
  },
});

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
