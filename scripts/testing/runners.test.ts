import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { testRunners } from "./runners.mjs";

it("stops Playwright by SIGINT, upon which it stops its product, and gives that the time it has", async () => {
  const commands: { stopSignal?: string; stopSeconds?: number }[] = [];
  const run = async (command: object) => {
    commands.push(command);
    return [];
  };
  const { playwright } = testRunners({ run, say: () => {}, reports: tmpdir() });
  await playwright("browser tests");
  expect(commands).toHaveLength(2);
  for (const { stopSignal, stopSeconds } of commands) {
    expect(stopSignal).toBe("SIGINT");
    expect(stopSeconds).toBeGreaterThan(30);
  }
});
