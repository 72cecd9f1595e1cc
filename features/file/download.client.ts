import { useSyncExternalStore } from "react";
import { callService } from "@/lib/http/call-service";
import { jsonOf } from "@/lib/http/json-of";
import { OWN_REQUEST } from "@/lib/http/own-request";
import { DOWNLOAD_PATH, filePath } from "./download.rules";
import type { DownloadInput, DownloadProgressDto } from "./download.schema";

/** Interval of progress requests while something is being made (specification, section 9). */
const POLL_MS = 1000;
/** After failed requests the interval grows up to this. */
const SLOWEST_MS = 15_000;
/** A file that is ready this soon after the click is saved by itself. */
const PATIENCE_MS = 10_000;

export const cancelDownload = (key: string): Promise<DownloadProgressDto> =>
  callService(`${DOWNLOAD_PATH}/cancel`, { method: "POST", body: { key } });

export const removeDownloads = (keys: readonly string[]): Promise<unknown> =>
  callService(`${DOWNLOAD_PATH}/delete`, { method: "DELETE", body: { keys } });

/** What happened to a file: it is there or failed, or it takes longer than the user will wait. */
export type DownloadEvent = { kind: "ended" | "late"; file: DownloadProgressDto };

type Pending = { file: DownloadProgressDto; askedAt: number | null; isLate: boolean };

// One list for the window, so that top bar, lists and buttons share one request a second.
let pending: readonly Pending[] = [];
let shown: readonly DownloadProgressDto[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
const listeners = new Set<() => void>();
const followers = new Set<(event: DownloadEvent) => void>();
const NONE: readonly DownloadProgressDto[] = [];

function setPending(next: readonly Pending[]): void {
  pending = next;
  shown = next.map(({ file }) => file);
  for (const listener of listeners) listener();
  if (next.length > 0 && timer === undefined) schedule();
}

function schedule(): void {
  const pause = Math.min(SLOWEST_MS, POLL_MS * 2 ** failures);
  timer = setTimeout(() => {
    timer = undefined;
    void poll();
  }, pause);
}

/** Not by `callService`: an expired session must not take the user away from what they do (specification, section 8). */
async function poll(): Promise<void> {
  const keys = pending.map(({ file }) => file.key);
  const request = fetch(`${DOWNLOAD_PATH}/progress`, {
    method: "POST",
    headers: { ...OWN_REQUEST, "content-type": "application/json" },
    body: JSON.stringify(keys),
    signal: AbortSignal.timeout(10_000),
  });
  const response = await request.catch(() => null);
  const found = response && (await jsonOf<{ result: DownloadProgressDto[] | null }>(response).catch(() => null));
  if (!response?.ok || !found?.result) {
    failures += 1;
    // Logged out, or without the permission.
    if (response?.status === 401 || response?.status === 403) return setPending([]);
    return pending.length > 0 ? schedule() : undefined;
  }
  failures = 0;
  take(keys, found.result);
}

function take(asked: readonly string[], found: readonly DownloadProgressDto[]): void {
  const events: DownloadEvent[] = [];
  const next = pending.flatMap((one): Pending[] => {
    const { key } = one.file;
    if (!asked.includes(key)) return [one];
    const file = found.find((each) => each.key === key);
    if (!file) return [];
    const waited = one.askedAt === null ? 0 : Date.now() - one.askedAt;
    if (file.end) {
      if (file.downloadRecord.status === 1 && one.askedAt !== null && !one.isLate) save(key);
      events.push({ kind: "ended", file });
      return [];
    }
    const isLate = one.isLate || waited > PATIENCE_MS;
    if (isLate && !one.isLate) events.push({ kind: "late", file });
    return [{ ...one, file, isLate }];
  });
  setPending(next);
  for (const event of events) for (const follower of followers) follower(event);
}

function save(key: string): void {
  const link = document.createElement("a");
  link.href = filePath(key);
  link.download = "";
  link.click();
}

/** Follows files that are being made until they end. */
export function followDownloads(files: readonly DownloadProgressDto[]): void {
  const added = files.filter(({ key, end }) => !end && !pending.some(({ file }) => file.key === key));
  if (added.length > 0) setPending([...pending, ...added.map((file) => ({ file, askedAt: null, isLate: true }))]);
}

/** Has a file made. If it is ready within seconds, the browser saves it by itself. */
export async function startDownload(input: DownloadInput): Promise<void> {
  const file = await callService<DownloadProgressDto>(`${DOWNLOAD_PATH}/add`, { method: "POST", body: input });
  setPending([...pending, { file, askedAt: Date.now(), isLate: false }]);
}

export function onDownload(follower: (event: DownloadEvent) => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/** The files that are being made, as far as this window knows. */
export const useDownloads = (): readonly DownloadProgressDto[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => shown,
    () => NONE,
  );
