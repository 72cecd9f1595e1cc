import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import path from "node:path";

const MAXIMUM_BYTES = 20_000_000;
const WARNING = 40;
const LEVELS = { warn: 40, error: 50, fatal: 60 };

/**
 * Writes the lines of a service to `<directory>/<name>.log`, with one older file, and passes warnings and errors to
 * `say`.
 * @param {{ directory: string, name: string, say: (line: string) => void, maximumBytes?: number }} options
 * @returns {(line: string) => void}
 */
export function serviceLog({ directory, name, say, maximumBytes = MAXIMUM_BYTES }) {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, `${name}.log`);
  let size = existsSync(file) ? statSync(file).size : 0;
  return (line) => {
    if (size > maximumBytes) {
      renameSync(file, `${file}.1`);
      size = 0;
    }
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
    size += Buffer.byteLength(line) + 1;
    const warning = warningIn(line);
    if (warning) say(`${name}: ${warning}`);
  };
}

/**
 * The message of a structured log line at warning level or above; undefined for any other line.
 * @param {string} line
 */
export function warningIn(line) {
  if (!line.startsWith("{")) return undefined;
  try {
    const { level, msg, err } = JSON.parse(line);
    const rank = typeof level === "number" ? level : (LEVELS[level] ?? 0);
    if (rank < WARNING) return undefined;
    return [msg, err?.message].filter(Boolean).join(": ") || line;
  } catch {
    return undefined;
  }
}
