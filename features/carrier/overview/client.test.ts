import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POLL_MS, RETRY_MS, WallFeed, WallRefusal } from "./client";
import type { WallDto } from "./schema";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const wall = (at: number) => ({ at, places: [], focus: { place: null, items: [] } }) as unknown as WallDto;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

describe("the feed of a wall", () => {
  it("stands for a week with one timer and the newest answer alone", async () => {
    const ask = vi.fn(async () => wall(Date.now()));
    const feed = new WallFeed(wall(0), ask);
    const stop = feed.subscribe(() => {});
    for (let day = 1; day <= 7; day += 1) {
      await vi.advanceTimersByTimeAsync(WEEK_MS / 7);
      expect(vi.getTimerCount()).toBe(1);
      expect(Object.keys(feed.read())).toEqual(["wall", "receivedAt", "problem"]);
    }
    expect(feed.read()).toMatchObject({ wall: { at: WEEK_MS }, receivedAt: WEEK_MS, problem: null });
    expect(ask).toHaveBeenCalledTimes(WEEK_MS / POLL_MS);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("keeps the last answer with its age when none comes, asks on, and is well again by itself", async () => {
    let isAway = true;
    const ask = vi.fn(() => (isAway ? Promise.reject(new TypeError("away")) : Promise.resolve(wall(Date.now()))));
    const feed = new WallFeed(wall(0), ask);
    feed.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(feed.read()).toMatchObject({ wall: { at: 0 }, receivedAt: 0, problem: "connection" });
    isAway = false;
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(feed.read()).toMatchObject({ receivedAt: DAY_MS + RETRY_MS, problem: null });
  });

  it.each([
    [401, "session"],
    [403, "session"],
    [500, "connection"],
  ])("takes a refusal with %s for the end of its %s", async (status, problem) => {
    const feed = new WallFeed(wall(0), () => Promise.reject(new WallRefusal(status)));
    feed.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(feed.read().problem).toBe(problem);
  });

  it("takes no answer to a question that is not the last", async () => {
    const answers: ((wall: WallDto) => void)[] = [];
    const feed = new WallFeed(wall(0), () => new Promise((resolve) => answers.push(resolve)));
    feed.subscribe(() => {});
    feed.turn(7);
    feed.turn(9);
    answers[1]?.(wall(2));
    answers[0]?.(wall(1));
    await vi.advanceTimersByTimeAsync(0);
    expect(feed.read().wall.at).toBe(2);
  });
});
