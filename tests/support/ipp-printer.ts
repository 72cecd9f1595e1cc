import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findJob, getPrinter } from "@/lib/ipp/client";
import { freePort } from "../../scripts/product/port.mjs";
import { longSuite } from "./long";

// Debian installs it among the system programs (package cups-ipp-utils).
const find = (name: string) =>
  [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
const program = find("ippeveprinter");
const bus = find("dbus-run-session");
const missing = program ? (bus ? null : "no dbus-run-session in PATH") : "no ippeveprinter in PATH";

// It does not start without a system bus, even when it announces nothing, so it is given one of its own.
const ON_OWN_BUS = 'DBUS_SYSTEM_BUS_ADDRESS="$DBUS_SESSION_BUS_ADDRESS" exec "$0" "$@"';

/** Suites with the IPP Everywhere printer of CUPS, in the long run. */
export const describeWithIppPrinter = longSuite(missing);

const targetOf = (port: number) => ({
  ...{ host: "127.0.0.1", port, isTls: false, path: "/ipp/print", mayReachPrivate: true, timeoutMs: 5000 },
});

/** Starts `ippeveprinter`, which keeps what it prints. */
export async function startIppPrinter(formats = "application/pdf,image/pwg-raster") {
  if (!program || !bus) throw new Error(missing ?? "");
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "frostline-ipp-"));
  const options = ["-r", "off", "-p", String(port), "-n", "localhost", "-d", folder, "-k", "-f", formats];
  const command = ["--", "sh", "-c", ON_OWN_BUS, program, ...options, "Frostline test"];
  const child = spawn(bus, command, { stdio: "ignore", detached: true });
  // The group has the bus and the printer.
  const signal = (name: NodeJS.Signals) => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, name);
  };
  const end = () => signal("SIGKILL");
  process.once("exit", end);
  const target = targetOf(port);
  for (let attempt = 0; ; attempt += 1) {
    const isUp = await getPrinter(target).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (attempt === 50 || child.exitCode !== null) throw new Error("ippeveprinter did not start");
    await sleep(100);
  }
  return {
    port,
    target,
    /** The documents that it has been given. */
    documents: (): Buffer[] =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".pdf"))
        .map((name) => readFileSync(join(folder, name))),
    jobState: async (id: number) => (await findJob(target, id))?.state,
    async stop() {
      process.off("exit", end);
      const exited = new Promise<void>((done) => child.once("exit", () => done()));
      signal("SIGTERM");
      await Promise.race([exited, sleep(3000)]);
      end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const TAG = { operation: 1, job: 2, end: 3, printer: 4 };
type Value = [tag: number, name: string, value: string | number | boolean];

function attribute([tag, name, value]: Value): Buffer {
  const bytes =
    typeof value === "number"
      ? Buffer.from([value >> 24, value >> 16, value >> 8, value].map((one) => one & 0xff))
      : typeof value === "boolean"
        ? Buffer.from([value ? 1 : 0])
        : Buffer.from(value);
  const key = Buffer.from(name);
  const length = (count: number) => Buffer.from([count >> 8, count & 0xff]);
  return Buffer.concat([Buffer.from([tag]), length(key.length), key, length(bytes.length), bytes]);
}

type Held = { id: number; name: string; state: number; reason: string; pdf: Buffer };

/**
 * A printer that speaks IPP and does what a test asks of it: it runs out of paper, is away, loses its answer, or ends a
 * job in another way.
 */
export async function startScriptedPrinter() {
  const jobs: Held[] = [];
  const state = {
    printer: 3,
    reasons: "none",
    formats: "application/pdf",
    next: 9,
    losesAnswer: false,
    isNonsense: false,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      if (state.isNonsense) return void response.end("<html>It works!</html>");
      const operation = body.readUInt16BE(2);
      const groups: Buffer[] = [];
      const add = (tag: number, values: Value[]) =>
        groups.push(Buffer.concat([Buffer.from([tag]), ...values.map(attribute)]));
      const describe = (job: Held) =>
        add(TAG.job, [
          [0x21, "job-id", job.id],
          [0x42, "job-name", job.name],
          [0x23, "job-state", job.state],
          [0x44, "job-state-reasons", job.reason],
        ]);
      let status = 0;
      if (operation === 0x0b)
        add(TAG.printer, [
          [0x23, "printer-state", state.printer],
          [0x44, "printer-state-reasons", state.reasons],
          [0x22, "printer-is-accepting-jobs", true],
          [0x49, "document-format-supported", state.formats],
          [0x41, "printer-make-and-model", "Test Printer"],
        ]);
      else if (operation === 0x02) {
        const at = body.indexOf("job-name") + "job-name".length;
        const name = body.subarray(at + 2, at + 2 + body.readUInt16BE(at)).toString("utf8");
        const pdf = body.subarray(body.indexOf("%PDF"));
        const job = { id: jobs.length + 1, name, state: state.next, reason: "none", pdf };
        jobs.push(job);
        if (state.losesAnswer) return void request.socket.destroy();
        describe(job);
      } else if (operation === 0x09) {
        const id = body.readInt32BE(body.indexOf("job-id") + 8);
        const job = jobs.find((one) => one.id === id);
        if (job) describe(job);
        else status = 0x0406;
      } else if (operation === 0x0a) {
        const isOver = body.includes("which-jobs\0\x09completed");
        for (const job of jobs) if (job.state >= 7 === isOver) describe(job);
      } else if (operation === 0x08) {
        const id = body.readInt32BE(body.indexOf("job-id") + 8);
        const job = jobs.find((one) => one.id === id);
        if (job) job.state = 7;
      }
      const head = Buffer.from([1, 1, status >> 8, status & 0xff, ...body.subarray(4, 8)]);
      response.setHeader("content-type", "application/ipp");
      response.end(Buffer.concat([head, ...groups, Buffer.from([TAG.end])]));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    jobs,
    state,
    target: targetOf(port),
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
}
