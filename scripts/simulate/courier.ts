import { setTimeout as sleep } from "node:timers/promises";
import {
  type Backlog,
  backOffMs,
  EMPTY_BACKLOG,
  verdictOf,
  withoutFirst,
  withReadings,
} from "@/features/simulation/gateway.rules";
import { IngestAnswer } from "@/features/simulation/simulation.schema";
import { log } from "@/lib/log/log";
import type { Report } from "./world";

/** The buffer of a gateway that cannot deliver: about one day of its devices. */
const CAPACITY = 20_000;
const BATCH = 500;
const TIMEOUT_MS = 10_000;
/** The longest wait that an answer may request. */
const LONGEST_WAIT_MS = 600_000;

/** Delivers the reports of one gateway in order, buffers undelivered ones, and waits longer after each failure. */
export class Courier {
  private backlog: Backlog<Report> = EMPTY_BACKLOG;
  private failures = 0;
  private askedToWaitMs = 0;
  private isBusy = false;
  private isRefused = false;
  private readonly told = new Set<string>();

  constructor(
    private readonly name: string,
    private readonly url: string,
    private readonly token: string,
    private readonly stopped: AbortSignal,
    /** An alternative to HTTP: resolves to the equivalent HTTP status, rejects if the batch did not arrive. */
    private readonly link?: { deliver(batch: readonly Report[]): Promise<number> },
  ) {}

  keep(reports: readonly Report[]): void {
    if (this.isRefused) return;
    const { dropped } = this.backlog;
    this.backlog = withReadings(this.backlog, reports, CAPACITY);
    if (dropped === 0 && this.backlog.dropped > 0)
      log.warn({ source: this.name }, "simulator: buffer full, the oldest readings are lost");
  }

  /** Sends the buffer batch by batch until it is empty; a failure only delays it. */
  async deliver(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      while (this.backlog.readings.length > 0 && !this.stopped.aborted) {
        const isTaken = await this.send(this.backlog.readings.slice(0, BATCH));
        if (!isTaken && !this.isRefused) await this.rest();
      }
    } finally {
      this.isBusy = false;
    }
  }

  private async rest(): Promise<void> {
    const waitMs = Math.max(this.askedToWaitMs, backOffMs(this.failures, Math.random()));
    this.askedToWaitMs = 0;
    await sleep(waitMs, undefined, { signal: this.stopped }).catch(() => {});
  }

  private async send(batch: readonly Report[]): Promise<boolean> {
    const { dropped } = this.backlog;
    let status: number;
    let text: string;
    try {
      ({ status, text } = this.link ? { status: await this.link.deliver(batch), text: "" } : await this.post(batch));
    } catch (error) {
      return this.failed(
        error instanceof Error
          ? `${error.message} ${(error.cause as Error | undefined)?.message ?? ""}`
          : String(error),
      );
    }
    switch (verdictOf(status)) {
      case "retry":
        return this.failed(`status ${status}`);
      case "refused":
        this.isRefused = true;
        this.backlog = EMPTY_BACKLOG;
        log.warn({ source: this.name, status }, "simulator: the token is refused, this source stops");
        return false;
      case "spoilt":
        this.forget(batch, dropped);
        log.warn(
          { source: this.name, status, count: batch.length },
          "simulator: a batch will never be taken and is given up",
        );
        return true;
      case "delivered":
        this.forget(batch, dropped);
        this.delivered(batch, text);
        return true;
    }
  }

  private async post(batch: readonly Report[]): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.url}/service/ingest/readings`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.token}` },
      body: JSON.stringify({ readings: batch }),
      signal: AbortSignal.any([this.stopped, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    this.askedToWaitMs = Math.min(LONGEST_WAIT_MS, 1000 * (Number(response.headers.get("retry-after")) || 0));
    return { status: response.status, text: await response.text() };
  }

  /** Removes a delivered batch from the front. Reports dropped while it was in flight are no longer there. */
  private forget(batch: readonly Report[], droppedBefore: number): void {
    const gone = this.backlog.dropped - droppedBefore;
    this.backlog = withoutFirst(this.backlog, Math.max(0, batch.length - gone));
  }

  private delivered(batch: readonly Report[], text: string): void {
    if (this.failures > 0) log.info({ source: this.name, failures: this.failures }, "simulator: delivering again");
    this.failures = 0;
    const answer = IngestAnswer.safeParse(parsed(text));
    for (const { index, reason } of answer.success ? answer.data.rejected : []) {
      if (this.told.has(reason)) continue;
      this.told.add(reason);
      log.warn({ source: this.name, device: batch[index]?.device, reason }, "simulator: a reading is refused");
    }
  }

  private failed(reason: string): false {
    if (this.stopped.aborted) return false;
    this.failures += 1;
    const kept = this.backlog.readings.length;
    if (this.failures === 1)
      log.info({ source: this.name, kept, reason: reason.trim() }, "simulator: not delivered, will try again");
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
