import type { GeoJSONSource, Map as LibraryMap } from "maplibre-gl";
import type { LonLat } from "@/lib/geo/coordinates";
import { GLIDE_MS, glidePlace, isGlide, MOST_GLIDING } from "./glide";
import type { MapFrame } from "./map-view";
import { changesOf, featureOf, type MapPoint } from "./point";

/** From this many changes on, setting all data is cheaper than an update. */
const ANEW = 2_000;

/** While the map moves, changes are deferred until it rests, for at most this time. */
const HELD_MS = 2_000;

type Glide = { point: MapPoint; from: LonLat; startedAt: number };
type Shown = { points: readonly MapPoint[]; frame: MapFrame };

const collection = (features: GeoJSON.Feature[]) => ({ type: "FeatureCollection" as const, features });

/**
 * Synchronises two sources of a map with points: a clustered one of all static points, and `glidingId` with those that
 * are animated from their previous position. Only changes are sent to the map's worker, and only while the map rests:
 * every change clusters all points again, and nobody watches a point while the map is dragged.
 */
export class PointSource {
  private source: GeoJSONSource | undefined;
  private known = new Map<number, MapPoint>();
  private readonly gliding = new Map<number, Glide>();
  private step: number | undefined;
  private latest: Shown | undefined;
  private shownAt = 0;

  constructor(
    private readonly map: LibraryMap,
    private readonly id: string,
    private readonly glidingId: string,
  ) {
    map.on("styledata", this.onStyle);
    map.on("movestart", this.onMoveStart);
    map.on("moveend", this.onMoveEnd);
  }

  /** Shows these points; `frame` has the coordinate system, and whether animations are allowed. */
  show(points: readonly MapPoint[], frame: MapFrame): void {
    this.latest = { points, frame };
    const isHeld = this.map.isMoving() && performance.now() - this.shownAt < HELD_MS;
    if (!isHeld || !this.source) this.bringUp();
  }

  stop(): void {
    this.map.off("styledata", this.onStyle);
    this.map.off("movestart", this.onMoveStart);
    this.map.off("moveend", this.onMoveEnd);
    if (this.step !== undefined) cancelAnimationFrame(this.step);
  }

  // Called for every added image too; only another style requires new sources.
  private readonly onStyle = () => {
    if (this.map.getSource<GeoJSONSource>(this.id) !== this.source) this.bringUp();
  };
  private readonly onMoveStart = () => {
    this.shownAt = performance.now();
    if (this.gliding.size === 0 || !this.latest) return;
    for (const glide of this.gliding.values()) glide.startedAt = Number.NEGATIVE_INFINITY;
    this.glideOn(this.latest.frame);
  };
  private readonly onMoveEnd = () => this.bringUp();

  private bringUp(): void {
    const source = this.map.getSource<GeoJSONSource>(this.id);
    if (!source || !this.latest) return;
    this.shownAt = performance.now();
    const { points, frame } = this.latest;
    const isNew = source !== this.source;
    this.source = source;
    const before = isNew ? new Map<number, MapPoint>() : new Map(this.known);
    if (isNew) this.known = new Map();
    const { changed, removed } = changesOf(this.known, points);
    if (changed.length + removed.length === 0) return;
    for (const id of removed) this.gliding.delete(id);
    if (isNew || changed.length > ANEW) {
      this.gliding.clear();
      void source.setData(collection(points.map((point) => featureOf(point, frame.toMap))));
      return;
    }
    const mayGlide = !frame.isStill && !this.map.isMoving();
    const leaving = mayGlide ? changed.filter((point) => this.leaves(before.get(point.id), point, frame)) : [];
    const still = changed.filter(({ id }) => !this.gliding.has(id));
    const known = still.filter(({ id }) => before.has(id));
    void source.updateData({
      remove: [...removed, ...leaving.map(({ id }) => id), ...known.map(({ id }) => id)],
      add: still.map((point) => featureOf(point, frame.toMap)),
    });
    if (leaving.length > 0) this.step ??= requestAnimationFrame(() => this.glideOn(frame));
  }

  /** Whether a point is animated to its new position; a point in motion continues from there. */
  private leaves(old: MapPoint | undefined, point: MapPoint, { toMap }: MapFrame): boolean {
    const glide = this.gliding.get(point.id);
    if (!old || (old.place[0] === point.place[0] && old.place[1] === point.place[1])) {
      if (glide) glide.point = point;
      return false;
    }
    const now = performance.now();
    const from = glide ? glidePlace(glide.from, toMap(glide.point.place), now - glide.startedAt) : toMap(old.place);
    if (!glide && (this.gliding.size >= MOST_GLIDING || !this.isSeen(from, toMap(point.place)))) return false;
    this.gliding.set(point.id, { point, from, startedAt: now });
    return !glide;
  }

  private isSeen(from: LonLat, to: LonLat): boolean {
    const [a, b] = [this.map.project([from[0], from[1]]), this.map.project([to[0], to[1]])];
    const { clientWidth, clientHeight } = this.map.getCanvas();
    const isInside = ({ x, y }: { x: number; y: number }) => x >= 0 && y >= 0 && x <= clientWidth && y <= clientHeight;
    return isGlide(Math.hypot(a.x - b.x, a.y - b.y)) && (isInside(a) || isInside(b));
  }

  private glideOn(frame: MapFrame): void {
    if (this.step !== undefined) cancelAnimationFrame(this.step);
    const now = performance.now();
    const arrived = [...this.gliding.values()].filter(({ startedAt }) => now - startedAt >= GLIDE_MS);
    for (const { point } of arrived) this.gliding.delete(point.id);
    const features = [...this.gliding.values()].map(({ point, from, startedAt }) => {
      const place = glidePlace(from, frame.toMap(point.place), now - startedAt);
      return featureOf({ ...point, place }, (shown) => shown);
    });
    if (arrived.length > 0)
      void this.source?.updateData({ add: arrived.map(({ point }) => featureOf(point, frame.toMap)) });
    void this.map.getSource<GeoJSONSource>(this.glidingId)?.setData(collection(features));
    this.step = this.gliding.size > 0 ? requestAnimationFrame(() => this.glideOn(frame)) : undefined;
  }
}
