import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { longSuite } from "./long";
import { lacksMosquitto } from "./mosquitto";

const program = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "mosquitto_pub"))
  .find((file) => existsSync(file));

const lacks = program ? null : "no mosquitto_pub in PATH";

/** Suites with the real `mosquitto_pub`, in the long run; the second also needs Mosquitto. */
export const describeWithMosquittoPub = longSuite(lacks);
export const describeWithBoth = longSuite(lacksMosquitto ?? lacks);

/** The exit code, null if it had to be stopped, and the output. */
export type Published = { code: number | null; said: string };

/** The timeout: if the broker closes the connection, `mosquitto_pub` retries for ever. */
const PATIENCE_MS = 3000;

/** Runs `mosquitto_pub` as a shell would, with `input` on its standard input. */
export async function mosquittoPub(url: string, args: readonly string[], input = ""): Promise<Published> {
  if (!program) throw new Error("no mosquitto_pub in PATH");
  const { hostname, port } = new URL(url);
  const child = spawn(program, ["-h", hostname, "-p", port, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  // It may exit before it has read all of it.
  child.stdin.on("error", () => {}).end(input);
  const impatient = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(impatient);
  return { code, said: said.trim() };
}
