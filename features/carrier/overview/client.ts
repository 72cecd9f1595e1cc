import type { WallDto } from "./schema";

/** Interval between two responses, and after a failure, in milliseconds. */
export const POLL_MS = 10_000;
export const RETRY_MS = 5_000;
const TIMEOUT_MS = 8_000;

/** Pause after an answer that there is no such board: many walls must not look like somebody who guesses. */
export const GONE_MS = 60_000;

/** Why the last attempt failed: the session has ended, the board is gone, or there was no response. */
export type WallProblem = "session" | "gone" | "connection";

/** State of a wall: the latest response, when it arrived by the local clock (epoch ms), and the problem since then. */
export type WallState = { wall: WallDto; receivedAt: number; problem: WallProblem | null };

/** A response that is not a wall. */
export class WallRefusal extends Error {
  constructor(readonly status: number) {
    super(`refused with ${status}`);
  }
}

/** Fetches a wall of the console. */
export function fetchWall(sceneId: number | null, focus: number | null): Promise<WallDto> {
  const query = new URLSearchParams();
  if (sceneId !== null) query.set("sceneId", String(sceneId));
  return fetchWallAt(`/service/overview?${query}`, focus);
}

/** The same from an address. Does not use the usual client, which redirects to the login; a wall shows what happened. */
export async function fetchWallAt(address: string, focus: number | null): Promise<WallDto> {
  const response = await fetch(`${address}${focus === null ? "" : `&focus=${focus}`}`, {
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new WallRefusal(response.status);
  return ((await response.json()) as { result: WallDto }).result;
}

/**
 * Keeps a wall up to date for weeks: one timer, one stored response, and no request before the previous one has
 * completed. After a failure the last response stays, and `problem` reports that it is outdated.
 */
export class WallFeed {
  private state: WallState;
  private focus: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Numbers the requests, so that responses to outdated ones are discarded. */
  private asked = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    wall: WallDto,
    private readonly ask: (focus: number | null) => Promise<WallDto>,
    private readonly clock: () => number = Date.now,
  ) {
    this.state = { wall, receivedAt: clock(), problem: null };
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.plan(POLL_MS);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      clearTimeout(this.timer);
      this.asked += 1;
    };
  };

  read = (): WallState => this.state;

  /** Switches to a place, or to everything with null. */
  turn(focus: number | null): void {
    if (focus === this.focus) return;
    this.focus = focus;
    this.refresh();
  }

  /** Fetches now instead of at the planned time. */
  refresh(): void {
    clearTimeout(this.timer);
    this.asked += 1;
    const question = this.asked;
    const isLast = () => question === this.asked;
    this.ask(this.focus).then(
      (wall) => isLast() && this.take({ wall, receivedAt: this.clock(), problem: null }, POLL_MS),
      (error: unknown) => {
        const problem = problemOf(error);
        if (isLast()) this.take({ ...this.state, problem }, problem === "gone" ? GONE_MS : RETRY_MS);
      },
    );
  }

  private take(state: WallState, pauseMs: number): void {
    this.state = state;
    for (const listener of this.listeners) listener();
    this.plan(pauseMs);
  }

  private plan(pauseMs: number): void {
    clearTimeout(this.timer);
    if (this.listeners.size > 0) this.timer = setTimeout(() => this.refresh(), pauseMs);
  }
}

/** Without the permission, or without a selected customer, the user also has to log in again. */
function problemOf(error: unknown): WallProblem {
  if (!(error instanceof WallRefusal)) return "connection";
  if (error.status === 404) return "gone";
  return error.status === 401 || error.status === 403 ? "session" : "connection";
}
