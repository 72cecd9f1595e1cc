import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { readReply } from "../reply/text.rules";
import { makeCode } from "./code.rules";

it("every code is read back from a reply", () => {
  for (const length of [2, 3] as const)
    for (let tries = 0; tries < 200; tries += 1) {
      const code = makeCode(length, (below) => randomInt(below));
      expect(code).toHaveLength(length);
      expect(code).not.toMatch(/[01ILO]/);
      expect(readReply(`${code}1234`)).toEqual({ code, pin: "1234" });
    }
});
