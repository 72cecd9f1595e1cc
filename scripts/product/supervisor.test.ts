import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { LineReader } from "./line-reader.mjs";
import { serviceLog, warningIn } from "./service-log.mjs";
import { CommandError, Supervisor } from "./supervisor.mjs";

const node = (name: string, code: string, onLine?: (line: string) => void) => ({ name, args: ["-e", code], onLine });
const FOREVER = "setInterval(() => {}, 1000); console.log('up')";

/** Starts a service that runs until stopped and resolves once it has printed that it is ready. */
function startAndWait(supervisor: Supervisor, name: string, code: string, lines: string[]): Promise<void> {
  return new Promise((resolve) => {
    supervisor.start(
      node(name, code, (line) => {
        lines.push(`${name} ${line}`);
        if (line === "up") resolve();
      }),
    );
  });
}

describe("Supervisor", () => {
  it("returns what a command prints, and throws its last lines when it fails", async () => {
    const { run } = new Supervisor();
    expect(await run(node("list", "console.log('a'); console.error('b')"))).toEqual(expect.arrayContaining(["a", "b"]));
    const failure = run(node("build", "console.log('reason'); process.exit(3)"));
    await expect(failure).rejects.toThrow(/^build failed \(3\)\nreason$/);
    await expect(failure).rejects.toBeInstanceOf(CommandError);
  });

  it("stops services in reverse order and lets them finish their work", async () => {
    const supervisor = new Supervisor();
    const lines: string[] = [];
    const polite = `process.on("SIGTERM", () => setTimeout(() => { console.log("down"); process.exit(0); }, 100)); ${FOREVER}`;
    supervisor.adopt({ name: "database", stop: async () => void lines.push("database down"), kill: () => {} });
    await startAndWait(supervisor, "worker", polite, lines);
    await startAndWait(supervisor, "web", polite, lines);
    await Promise.all([supervisor.stop(), supervisor.stop()]);
    expect(lines.filter((line) => line.endsWith("down"))).toEqual(["web down", "worker down", "database down"]);
  });

  it("reports a service that ends on its own, with its last lines", async () => {
    const supervisor = new Supervisor();
    supervisor.start(node("worker", "console.error('no table'); process.exit(7)"));
    await expect(supervisor.failure).rejects.toThrow(/^worker stopped unexpectedly \(7\)\nno table$/);
  });

  it("does not report services that were stopped, and starts nothing afterwards", async () => {
    const supervisor = new Supervisor();
    await startAndWait(supervisor, "web", FOREVER, []);
    await supervisor.stop();
    const outcome = await Promise.race([supervisor.failure.catch(() => "failed"), sleep(50, "quiet")]);
    expect(outcome).toBe("quiet");
    expect(() => supervisor.start(node("web", FOREVER))).toThrow("stopped");
    await expect(supervisor.run(node("list", ""))).rejects.toThrow("stopped");
  });

  it("stops a command that is still running", async () => {
    const supervisor = new Supervisor();
    const running = supervisor.run(node("build", FOREVER));
    const failure = expect(running).rejects.toThrow("build failed (SIGTERM)");
    await supervisor.stop();
    await failure;
  });

  it("stops a command by the signal that it listens to", async () => {
    const supervisor = new Supervisor();
    const failure = new Promise<unknown>((resolve) => {
      const code = `process.on("SIGINT", () => process.exit(7)); ${FOREVER}`;
      const onLine = () => void supervisor.stop();
      supervisor.run({ ...node("tests", code, onLine), stopSignal: "SIGINT" }).catch(resolve);
    });
    expect(await failure).toMatchObject({ message: expect.stringMatching(/^tests failed \(7\)/) });
  });

  it("kills what ignores the request", async () => {
    const supervisor = new Supervisor();
    await startAndWait(supervisor, "stubborn", `process.on("SIGTERM", () => {}); ${FOREVER}`, []);
    const stopped = supervisor.stop();
    supervisor.kill();
    await stopped;
  });

  it("fails a command that cannot be started", async () => {
    const { run } = new Supervisor();
    await expect(run({ name: "x", command: "no-such-program", args: [] })).rejects.toThrow("ENOENT");
  });
});

it("cuts chunks into lines, across multi-byte characters", () => {
  const lines: string[] = [];
  const reader = new LineReader((line: string) => lines.push(line));
  const bytes = Buffer.from("温度 4\r\n5\nrest");
  reader.push(bytes.subarray(0, 2));
  reader.push(bytes.subarray(2));
  reader.end();
  expect(lines).toEqual(["温度 4", "5", "rest"]);
});

describe("serviceLog", () => {
  const directory = mkdtempSync(join(tmpdir(), "frostline-log-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it("writes every line, says warnings, and keeps one older file", () => {
    const said: string[] = [];
    const write = serviceLog({ directory, name: "web", say: (line: string) => said.push(line), maximumBytes: 60 });
    write('{"level":30,"msg":"request"}');
    write('{"level":50,"msg":"lost","err":{"message":"no answer"}}');
    write("plain");
    expect(said).toEqual(["web: lost: no answer"]);
    expect(readFileSync(join(directory, "web.log.1"), "utf8").split("\n")).toHaveLength(3);
    expect(readFileSync(join(directory, "web.log"), "utf8")).toBe("plain\n");
  });

  it.each([
    ['{"level":40,"msg":"slow"}', "slow"],
    ['{"level":"warn","msg":"slow"}', "slow"],
    ['{"level":30,"msg":"fine"}', undefined],
    ["{broken", undefined],
    ["Error: plain", undefined],
  ])("reads %s as %s", (line, warning) => {
    expect(warningIn(line)).toBe(warning);
  });
});
