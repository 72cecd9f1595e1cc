import type { ExcursionDto, MonitoringPointDto, MonitoringSummary } from "../monitoring/monitoring.schema";
import type { OpenException, PlaceDto, WallCarrierDto, WallDto, WallExceptionDto, WallPointDto } from "./schema";

/** Maximum carriers on a wall: more cannot be read from two metres. */
export const TILES = 24;
/** Maximum places to rotate through: with more, each would be shown too rarely. */
export const MAXIMUM_PLACES = 24;

/** Seconds per place. */
export const TURNS = [10, 15, 30, 60] as const;
export type Turn = (typeof TURNS)[number];

/** The nearest offered rotation interval; 15 s by default. */
export const turnOf = (wish: number | undefined): Turn =>
  wish === undefined ? 15 : TURNS.reduce((best, turn) => (Math.abs(turn - wish) < Math.abs(best - wish) ? turn : best));

/** A response older than this is outdated: two failed requests and a slow one. */
export const STALE_MS = 30_000;

/** The wall's overall state: `abnormal` precedes `silent`, and that `well`; `empty` if nothing is monitored. */
export type Verdict = "abnormal" | "silent" | "well" | "empty";

type Counted = Pick<MonitoringSummary, "total" | "abnormal" | "offline" | "normal">;

/** The verdict for these carriers; those without any value or out of service are ignored. */
export function verdictOf({ abnormal, offline, normal }: Counted): Verdict {
  if (abnormal > 0) return "abnormal";
  if (offline > 0) return "silent";
  return normal > 0 ? "well" : "empty";
}

/** Columns and rows that fit `count` tiles on a landscape screen. */
export function gridOf(count: number): { columns: number; rows: number } {
  const shapes = [
    [1, 1],
    [2, 1],
    [2, 2],
    [3, 2],
    [3, 3],
    [4, 3],
    [5, 3],
    [5, 4],
    [6, 4],
  ] as const;
  const [columns, rows] = shapes.find(([across, down]) => across * down >= count) ?? [6, 4];
  return { columns, rows };
}

/** The places with carriers, which the wall rotates through. */
export const turnable = (places: readonly PlaceDto[]): PlaceDto[] => places.filter(({ total }) => total > 0);

/**
 * The next stop after `focus` (null: everything): each place in order, then everything again. `step` is 1, or -1 to go
 * back. A place that no longer exists leads to everything.
 */
export function turnFrom(places: readonly PlaceDto[], focus: number | null, step: 1 | -1 = 1): number | null {
  const stops: (number | null)[] = [null, ...turnable(places).map(({ key }) => key)];
  const at = stops.indexOf(focus);
  if (at < 0) return null;
  return stops[(at + step + stops.length) % stops.length] ?? null;
}

/**
 * What a wall shows of a carrier, field by field: what the list has beyond it stays in the console. The excursions name
 * their exceptions by their places in `open`, from 1.
 */
export const shownOf = (point: MonitoringPointDto, open: readonly OpenException[] = []): WallCarrierDto => ({
  name: point.name,
  customerId: point.customerId,
  scenePath: point.scenePath,
  carrierStatus: point.carrierStatus,
  defrostUntil: point.defrostUntil,
  worstExcursion: point.worstExcursion,
  probes: point.probes.map(({ measure, value, at, trend, minimum, maximum, state, excursion, ...probe }) => ({
    ...{ measure, value, at, trend, minimum, maximum, state },
    staleAfterSeconds: probe.staleAfterSeconds,
    unconfirmed: probe.unconfirmed ?? null,
    excursion: excursion && excursionOf(excursion, open),
  })),
});

function excursionOf({ exceptionId, ...excursion }: ExcursionDto, open: readonly OpenException[]) {
  const place = open.findIndex(({ id }) => id === exceptionId);
  return place < 0 ? excursion : { ...excursion, exceptionPlace: place + 1 };
}

/** A carrier of a wall with its open exceptions, oldest first. */
export const pointOf = (point: MonitoringPointDto, open: readonly OpenException[]): WallPointDto => ({
  ...shownOf(point, open),
  key: point.id,
  exceptions: open.map(({ kind, acknowledgedBy }) => ({ kind, acknowledgedBy })),
});

const withoutCustomer = <T extends WallCarrierDto>({ customerId: _, ...carrier }: T) => carrier;

const unnamed = ({ kind, acknowledgedBy }: WallExceptionDto): WallExceptionDto => ({
  kind,
  acknowledgedBy: acknowledgedBy === null ? null : "",
});

/** The wall as strangers see it: keys are positions in its lists, no id is left; names of people only on request. */
export function forStrangers(wall: WallDto, { namesPeople }: { namesPeople: boolean }): WallDto {
  const place = wall.places.findIndex(({ key }) => key === wall.focus.place);
  return {
    ...wall,
    all: { ...wall.all, worst: wall.all.worst && withoutCustomer(wall.all.worst) },
    places: wall.places.map((one, index) => ({ ...one, key: index + 1 })),
    focus: {
      ...wall.focus,
      place: place < 0 ? null : place + 1,
      items: wall.focus.items.map((point, index) => ({
        ...withoutCustomer(point),
        key: index + 1,
        exceptions: namesPeople ? point.exceptions : point.exceptions.map(unnamed),
      })),
    },
  };
}

/** Minimum time between two reloads for a new build, in milliseconds: during a deployment, both builds respond. */
const RELOAD_PAUSE_MS = 600_000;
/** Time without user input before a reload, in milliseconds. */
export const IDLE_MS = 60_000;

/** Whether a wall of the build `own` should reload because `current` responds; instants in epoch ms. */
export const shouldReload = (
  { own, current }: { own: string; current: string },
  { now, touchedAt, reloadedAt }: { now: number; touchedAt: number; reloadedAt: number },
): boolean => own !== current && now - touchedAt >= IDLE_MS && now - reloadedAt >= RELOAD_PAUSE_MS;

/** The reason that a tile shows: the place of the exception behind it, if any, or that values stopped arriving. */
export type ShownReason = { place?: number | undefined; isSilence: boolean };

/**
 * Whether the exceptions that a tile shows are acknowledged: by whom (null: not all of them), or undefined if no open
 * exception belongs to what it shows. `others` counts the unacknowledged ones that it does not show.
 */
export function acknowledgementOf(
  open: readonly WallExceptionDto[],
  { place, isSilence }: ShownReason,
): { by: string | null | undefined; others: number } {
  const isShown = ({ kind }: WallExceptionDto, index: number) =>
    place === undefined ? isSilence && kind === "no-data" : index === place - 1;
  const shown = open.filter(isShown);
  const others = open.filter((one, index) => !isShown(one, index) && one.acknowledgedBy === null).length;
  if (shown.length === 0) return { by: undefined, others };
  return { by: shown.some((one) => one.acknowledgedBy === null) ? null : shown.at(-1)?.acknowledgedBy, others };
}
