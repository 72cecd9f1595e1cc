import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "@/db/client";
import { readFigures } from "@/features/exception/figures/figures.service";
import { log } from "@/lib/log/log";
import { openLink } from "@/lib/outbound/link";
import type { Link } from "@/lib/outbound/link-settings";
import { OutboundError } from "@/lib/outbound/outbound-error";
import { defineJob } from "@/lib/queue/define-job";
import { insertEvent } from "../state/data";
import { type FiguresOf, findHour, findParts, findReplayParts } from "./content.data";
import {
  beginRange,
  beginSlice,
  claimTargets,
  endRange,
  endSlice,
  findProgress,
  findWaiting,
  noteArrival,
  noteConnection,
  noteFailure,
  numberBatches,
  type Progress,
  releaseLeases,
  renewLeases,
} from "./delivery.data";
import { endOfRange, type Part, sliceOf } from "./delivery.rules";
import { Nothing, type SendingTarget } from "./delivery.schema";
import { linkSettingsOf, signed } from "./delivery.service";

const TICK_MS = 500;
/** Maximum number of targets served concurrently; each has at most one message in flight. */
const AT_ONCE = 100;
/** Messages per turn, after which the target is queued again. */
const TURN = 50;
const RENEW_MS = 5000;
/** Time that messages in flight have to finish when the worker stops; after it they are sent again later. */
const STOP_MS = 3000;

type Open = { link: Link; changedAt: number };

/**
 * Sends to all targets, each independently and in its own order, until the worker stops. One run lasts as long as the
 * worker, so a target that does not answer blocks no slot of the job queue.
 */
export const sendForwarding = defineJob({
  name: "forward.send",
  payload: Nothing,
  everySeconds: 1,
  async run(_payload, { db, signal }) {
    const sender = new Sender(db, signal);
    try {
      while (!signal.aborted) {
        await sender.tick();
        await pause(TICK_MS, undefined, { signal }).catch(() => {});
      }
    } finally {
      await sender.stop();
    }
  },
});

class Sender {
  private readonly owner = randomUUID();
  private readonly served = new Map<number, Promise<void>>();
  private readonly links = new Map<number, Open>();
  private renewedAt = 0;

  constructor(
    private readonly db: Db,
    private readonly signal: AbortSignal,
  ) {}

  private readonly figuresOf: FiguresOf = (ids) => readFigures({ db: this.db, now: new Date() }, ids);

  async tick(): Promise<void> {
    if (Date.now() - this.renewedAt > RENEW_MS) await this.renew();
    await numberBatches(this.db);
    const free = AT_ONCE - this.served.size;
    if (free <= 0) return;
    for (const target of await claimTargets(this.db, this.owner, [...this.served.keys()], free))
      this.workOn(target.id, this.serve(target));
  }

  /** Runs work for one target; only work for the same target waits for it. */
  private workOn(id: number, work: Promise<void>): void {
    const ended = work
      .catch((error: unknown) => log.error({ err: error, target: id }, "forwarding failed"))
      .finally(() => this.served.delete(id));
    this.served.set(id, ended);
  }

  async stop(): Promise<void> {
    const late = pause(STOP_MS, undefined, { ref: false });
    await Promise.race([Promise.all(this.served.values()), late]);
    await Promise.all([...this.links.keys()].map((id) => this.closeLink(id)));
    // Closing the connection ends a message at once; a connection attempt ends by its time-out.
    await Promise.race([Promise.all(this.served.values()), pause(TICK_MS, undefined, { ref: false })]);
    await releaseLeases(this.db, this.owner, null);
  }

  /** Renews the leases, and closes connections whose lease was lost or whose target was changed or removed. */
  private async renew(): Promise<void> {
    const ours = await renewLeases(this.db, this.owner);
    this.renewedAt = Date.now();
    for (const [id, { link, changedAt }] of [...this.links]) {
      if (this.served.has(id)) continue;
      const isCurrent = ours.get(id)?.changedAt === changedAt;
      if (!isCurrent || !link.isOpen) this.workOn(id, this.giveUp(id, ours.has(id)));
    }
  }

  private async giveUp(id: number, isOurs: boolean): Promise<void> {
    await this.closeLink(id);
    if (!isOurs) return;
    await releaseLeases(this.db, this.owner, id);
    await insertEvent(this.db, id, "disconnected");
  }

  private async closeLink(id: number): Promise<void> {
    const open = this.links.get(id);
    this.links.delete(id);
    await open?.link.close().catch(() => {});
  }

  private async serve(target: SendingTarget): Promise<void> {
    try {
      await this.sendTurn(target);
    } catch (error) {
      await this.closeLink(target.id);
      if (this.signal.aborted) return;
      const isTheirs = error instanceof OutboundError;
      const reason = isTheirs ? error : new OutboundError("internal");
      if (isTheirs) log.warn({ target: target.id, reason: error.message }, "forwarding: a message did not arrive");
      else log.error({ target: target.id, err: error }, "forwarding: a message could not be made");
      await noteFailure(this.db, this.owner, target, reason);
      if (target.failures === 0)
        await insertEvent(this.db, target.id, "failed", { errorCode: reason.failure, detail: reason.detail });
      return;
    }
    if (this.links.get(target.id)?.link.isStanding) return;
    await this.closeLink(target.id);
    await releaseLeases(this.db, this.owner, target.id);
  }

  /** Alternates between new batches and the replay, so that a replay does not delay new data. */
  private async sendTurn(target: SendingTarget): Promise<void> {
    for (let count = 0; count < TURN && !this.signal.aborted; ) {
      const progress = await findProgress(this.db, this.owner, target);
      if (!progress) return;
      const sent = (await this.sendNew(target, progress)) + (await this.sendAgain(target, progress));
      if (sent === 0) return;
      count += sent;
    }
  }

  /** Sends the next range of new batches; returns the number of steps. */
  private async sendNew(target: SendingTarget, { cursor, sendingTo, sentParts }: Progress): Promise<number> {
    const { db, owner } = this;
    const to = sendingTo ?? endOfRange(await findWaiting(db, target, cursor));
    if (to === null) return 0;
    if (sendingTo === null && !(await beginRange(db, owner, target.id, cursor, to))) return 0;
    const parts = await findParts(db, target, cursor, to, this.figuresOf);
    for (const part of parts.slice(sentParts)) {
      if (this.signal.aborted) return 0;
      await this.send(target, part);
      if (!(await noteArrival(db, owner, target.id, part, { cursor, to }))) return 0;
    }
    return (await endRange(db, owner, target.id, cursor, to)) ? Math.max(1, parts.length) : 0;
  }

  /** Sends the next time slice of the replay. */
  private async sendAgain(target: SendingTarget, progress: Progress): Promise<number> {
    const { db, owner } = this;
    const { replayFrom, replayUntil: until, replayCursor: cursor } = progress;
    if (cursor === null || until === null || this.signal.aborted) return 0;
    let to = progress.replayTo;
    let from = cursor;
    if (to === null) {
      const next = await findHour(db, target, cursor, until);
      const slice = next && sliceOf(cursor, until, next.hour, next.count);
      if (!slice || slice.from >= until) {
        if (await endSlice(db, owner, target.id, null)) await insertEvent(db, target.id, "replayed");
        return 0;
      }
      if (!(await beginSlice(db, owner, target.id, slice))) return 0;
      ({ from, to } = slice);
    }
    const key = `${target.id}-again-${replayFrom}-${until}-${from}-${to}`;
    const parts = await findReplayParts(db, target, key, { from, to }, this.figuresOf);
    for (const part of parts.slice(progress.replayTo === null ? 0 : progress.replayParts)) {
      if (this.signal.aborted) return 0;
      await this.send(target, part);
      if (!(await noteArrival(db, owner, target.id, part, { replayTo: to }))) return 0;
    }
    return (await endSlice(db, owner, target.id, to)) ? Math.max(1, parts.length) : 0;
  }

  private async send(target: SendingTarget, part: Part): Promise<void> {
    const message = signed(target, part);
    const link = await this.linkTo(target);
    await link.send(message);
    if (target.failures === 0) return;
    target.failures = 0;
    await insertEvent(this.db, target.id, "recovered");
  }

  private async linkTo(target: SendingTarget): Promise<Link> {
    const known = this.links.get(target.id);
    if (known?.link.isOpen && known.changedAt === target.changedAt) return known.link;
    await this.closeLink(target.id);
    const link = await openLink(linkSettingsOf(target));
    this.links.set(target.id, { link, changedAt: target.changedAt });
    if (link.isStanding) {
      await noteConnection(this.db, this.owner, target.id, true);
      await insertEvent(this.db, target.id, "connected");
    }
    return link;
  }
}
