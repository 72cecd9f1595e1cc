import type { WallDto } from "./schema";

/** Between two answers, and after a failure, in milliseconds. */
export const POLL_MS = 10_000;
export const RETRY_MS = 5_000;
const TIMEOUT_MS = 8_000;

/** Why the last attempt brought nothing: the session is over, or no answer came. */
export type WallProblem = "session" | "connection";

/** What a wall knows: the newest answer, when it came by the clock of this machine (epoch ms), and what is wrong since. */
export type WallState = { wall: WallDto; receivedAt: number; problem: WallProblem | null };

/** An attempt that was answered, but not with a wall. */
export class WallRefusal extends Error {
  constructor(readonly status: number) {
    super(`refused with ${status}`);
  }
}

/** Asks the server for a wall. Not by the usual call: that leaves for the login, and a wall has to say what happened. */
export async function fetchWall(sceneId: number | null, focus: number | null): Promise<WallDto> {
  const query = new URLSearchParams();
  if (sceneId !== null) query.set("sceneId", String(sceneId));
  if (focus !== null) query.set("focus", String(focus));
  const response = await fetch(`/service/overview?${query}`, {
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new WallRefusal(response.status);
  return ((await response.json()) as { result: WallDto }).result;
}

/**
 * Keeps a wall true for weeks: one timer, one answer kept, the next question only after the last answer. A failure
 * leaves the answer standing, and `problem` says that it grows old.
 */
export class WallFeed {
  private state: WallState;
  private focus: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the questions: an answer to an older one than the last is not looked at. */
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

  /** Turns to a place, or to everything with null. */
  turn(focus: number | null): void {
    if (focus === this.focus) return;
    this.focus = focus;
    this.refresh();
  }

  /** Asks at once, in place of the question that is planned. */
  refresh(): void {
    clearTimeout(this.timer);
    this.asked += 1;
    const question = this.asked;
    const isLast = () => question === this.asked;
    this.ask(this.focus).then(
      (wall) => isLast() && this.take({ wall, receivedAt: this.clock(), problem: null }, POLL_MS),
      (error: unknown) => isLast() && this.take({ ...this.state, problem: problemOf(error) }, RETRY_MS),
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

/** Also without the permission, or without a customer chosen, somebody has to sign in anew. */
const problemOf = (error: unknown): WallProblem =>
  error instanceof WallRefusal && (error.status === 401 || error.status === 403) ? "session" : "connection";
