import "server-only";
import { cookies } from "next/headers";
import { readBoard } from "@/features/carrier/overview/operations";
import type { WallDto } from "@/features/carrier/overview/schema";
import { accountScope, customerScope } from "@/lib/auth/scope";
import { findSubtree } from "@/lib/auth/subtree";
import { AppError } from "@/lib/errors";
import { RawReply, Reply, streamOf } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC } from "@/lib/operation/define-operation";
import type { LinkRequest } from "@/lib/page/define-link-page";
import { csvHeaders } from "@/lib/spreadsheet/csv";
import { placeNames } from "@/lib/street-map/place-names";
import { valueLocale } from "@/lib/units/value-locale";
import { DataInput, type OpenedDto, OpenInput, type PageDto, ViewInput, WallInput } from "./page.schema";
import { pageOf, periodOf } from "./page.service";
import { csvOfPeriod, openProbes } from "./proof.service";
import { isGuarded, sharePath } from "./share.rules";
import type { SharedRow } from "./visit.data";
import { dead, enter, logOpening, openGuarded, visitCookie, visitCookieName } from "./visit.service";

/** Nothing of a code is kept on the way, or found by a search engine. */
const UNKEPT = { "x-robots-tag": "noindex, nofollow, noarchive", "referrer-policy": "no-referrer" };

const isBoard = ({ sceneId }: SharedRow) => sceneId !== null;

/** The page of a code and, for a reader who just came, a log row. Reading it again in the background logs nothing. */
export async function viewPage(
  ctx: OperationContext,
  { key, visit }: { key: string; visit?: string | undefined },
  isRefresh = false,
): Promise<PageDto> {
  const row = await enter(ctx, key, { visit });
  if (isBoard(row)) throw dead();
  const page = await pageOf(ctx, row);
  if (!isRefresh && !isGuarded(row)) await logOpening(ctx, row);
  const { position } = page;
  if (!position) return page;
  // The streets are public; the names of geofences are the owner's.
  const [name = null] = await placeNames([[position.longitude, position.latitude]], ctx.locale);
  return { ...page, position: { ...position, name } };
}

const view = defineOperation({
  name: "shareCode.view",
  kind: "query",
  permission: PUBLIC,
  input: ViewInput,
  run: async (ctx, input) => new Reply(await viewPage(ctx, input), { headers: UNKEPT }),
});

const placeOf = (locale: string, key: string, outcome?: "refused" | "busy") =>
  `/${locale}${sharePath(key, false)}${outcome ? `&${outcome}=1` : ""}`;

const back = (location: string, cookies: string[] = []) =>
  new Reply<OpenedDto>({ visit: null, expiresAt: null }, { status: 303, headers: { ...UNKEPT, location }, cookies });

/**
 * Opens a code that has a PIN or a limit of openings. Its log is the record of it; nothing else changes, so it is no
 * mutation. A browser's form is led back to the page, with the reason if it was refused.
 */
const open = defineOperation({
  name: "shareCode.open",
  kind: "query",
  permission: PUBLIC,
  input: OpenInput,
  body: { maximumBytes: 4096, hasForm: true },
  async run(ctx, { key, pin, locale }): Promise<Reply<OpenedDto>> {
    try {
      const opened = await openGuarded(locale ? { ...ctx, locale } : ctx, key, pin);
      const cookies = opened ? [visitCookie(opened.visit, opened.seconds)] : [];
      if (locale) return back(placeOf(locale, key), cookies);
      const end = opened && new Date(ctx.now.getTime() + opened.seconds * 1000).toISOString();
      return new Reply({ visit: opened?.visit ?? null, expiresAt: end }, { headers: UNKEPT, cookies });
    } catch (error) {
      if (!locale || !(error instanceof AppError)) throw error;
      if (error.code === "NOT_FOUND") return back(placeOf(locale, key, "refused"));
      if (error.code === "RATE_LIMITED") return back(placeOf(locale, key, "busy"));
      throw error;
    }
  },
});

/** The readings of a page as CSV: the bytes whose hash it shows. `to` is the end of the page that was read. */
const data = defineOperation({
  name: "shareCode.data",
  kind: "query",
  permission: PUBLIC,
  input: DataInput,
  async run(ctx, { key, visit, to }): Promise<RawReply> {
    const row = await enter(ctx, key, { visit });
    if (isBoard(row) || !row.fields.includes("proof")) throw dead();
    const period = periodOf(row, ctx.now.getTime());
    const range = { ...period, to: Math.min(to ?? period.to, period.to) };
    const scope = customerScope(row.customerId);
    const probes = await openProbes({ db: ctx.db, scope }, row, range);
    const headers = { ...UNKEPT, ...csvHeaders(ctx.now, row.timeZone) };
    return new RawReply(streamOf(csvOfPeriod(ctx, probes, range)), headers);
  },
});

/** The board of a code: what its node of the tree shows at one instant, without a login. `focus`: as in the answer. */
export async function viewWall(ctx: OperationContext, { key, focus }: { key: string; focus?: number | undefined }) {
  const row = await enter(ctx, key, { rate: "wall" });
  if (!isBoard(row)) throw dead();
  const { customerId, sceneId } = row;
  const sceneIds = (await findSubtree(ctx.db, sceneId as number)) ?? [];
  const scope = accountScope({ scopeType: 0, customerId, proxyCustomerId: null, governedCustomerIds: [], sceneIds });
  const reader = { ...ctx, scope, actor: { type: "system", job: "shareCode.wall" } as const };
  // A wall hangs inside the house; a link goes anywhere.
  const wall = await readBoard(reader, { position: focus, namesPeople: row.kind === "kiosk" });
  return { wall, row };
}

const wall = defineOperation({
  name: "shareCode.wall",
  kind: "query",
  permission: PUBLIC,
  input: WallInput,
  run: async (ctx, input): Promise<Reply<WallDto>> => new Reply((await viewWall(ctx, input)).wall, { headers: UNKEPT }),
});

export const publicCodes = { view, open, data, wall };

/** Loads the page of a code for who may see it; the browser keeps the token of the opening of a guarded one. */
export async function loadPublicPage(ctx: OperationContext, key: string, { isRefresh }: LinkRequest) {
  const visit = (await cookies()).get(visitCookieName())?.value;
  const page = await viewPage(ctx, { key, visit }, isRefresh);
  const isPhone = /Mobi|Android/i.test(ctx.userAgent);
  const locale = "temperatureUnit" in page ? valueLocale(ctx.locale, page.temperatureUnit) : ctx.locale;
  return { page, codeKey: key, visit, locale, isPhone };
}

/** Loads a wall and logs its opening. */
export async function loadKiosk(ctx: OperationContext, key: string) {
  const { wall: first, row } = await viewWall(ctx, { key });
  await logOpening(ctx, row);
  return { wall: first, timeZone: row.timeZone, unit: row.temperatureUnit };
}
