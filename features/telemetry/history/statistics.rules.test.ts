import { describe, expect, it } from "vitest";
import { inParts, longestOf } from "./statistics.rules";

it("lists the hundred longest gaps, in order of time", () => {
  const gaps = Array.from({ length: 150 }, (_, index) => ({ from: index * 1000, to: index * 1000 + (index % 7) + 1 }));
  const listed = longestOf(gaps);
  expect(listed).toHaveLength(100);
  expect(listed).toEqual([...listed].sort((a, b) => a.from - b.from));
  const least = Math.min(...listed.map(({ from, to }) => to - from));
  expect(gaps.filter(({ from, to }) => to - from > least).every((gap) => listed.includes(gap))).toBe(true);
});

describe("inParts", () => {
  const probes = [["a", "b"], [], ["c"]];
  const reader = () => {
    const asked: string[][] = [];
    const read = async (spans: readonly string[]) => {
      asked.push([...spans]);
      return spans.map((span) => `${span}!`);
    };
    return { asked, read };
  };

  it("reads few readings at once, and of many one probe after the other, in the same order", async () => {
    const [few, many] = [reader(), reader()];
    expect(await inParts({}, probes, 1000, few.read)).toEqual(["a!", "b!", "c!"]);
    expect(few.asked).toEqual([["a", "b", "c"]]);
    expect(await inParts({}, probes, 1_000_000, many.read)).toEqual(["a!", "b!", "c!"]);
    expect(many.asked).toEqual([["a", "b"], [], ["c"]]);
  });

  it("ends before the next probe when the caller is gone", async () => {
    const caller = new AbortController();
    const { asked, read } = reader();
    const leaving = (spans: readonly string[]) => {
      caller.abort();
      return read(spans);
    };
    await expect(inParts({ signal: caller.signal }, probes, 1_000_000, leaving)).rejects.toBe(caller.signal.reason);
    expect(asked).toEqual([["a", "b"]]);
  });
});
