import { expect, it } from "vitest";
import { z } from "zod";
import { requestKey } from "./request-key";

it("is a random UUID, another one each time", () => {
  const keys = Array.from({ length: 500 }, requestKey);
  for (const key of keys) expect(z.uuidv4().safeParse(key).success, key).toBe(true);
  expect(new Set(keys).size).toBe(keys.length);
});
