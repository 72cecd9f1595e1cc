import type { RecordedExcursion } from "@/features/alarm/condition/range.rules";
import {
  CLOCK_GRACE_MS,
  type FormerWatch,
  judgedAgain,
  judgedFormer,
  judgedInOrder,
  judgeInOrder,
  lateOf,
  letElapse,
  raisableAt,
  sinceMounting,
  stateOf,
  touchedOfFormer,
} from "@/features/alarm/evaluation/evaluation.rules";
import type { Arrival, Watch } from "@/features/alarm/evaluation/evaluation.schema";
import {
  type JudgedSpan,
  type MachineRule,
  type MachineState,
  openSince,
  remember,
  windowFor,
} from "@/features/alarm/evaluation/machine.rules";
import { endOfSuppression } from "@/features/alarm/evaluation/notifiable-from.rules";
import type { TouchedSpan } from "@/features/alarm/evaluation/reconcile.rules";
import {
  adoptOpen,
  compareFindings,
  endedFirst,
  type Finding,
  keyOf,
  mayBecome,
  type NewException,
  newException,
  opening,
} from "@/features/alarm/evaluation/record.rules";
import type { Sample } from "@/features/alarm/evaluation/statistics.rules";
import type { CarrierHold } from "@/features/alarm/evaluation/suppression.rules";
import { AlarmNotices, type EngineRow } from "./alarm-notices";

/** As the database returns it. */
export const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value));

const CONDITION_ID = 1;
const SUBJECT = { probeId: 1, conditionId: CONDITION_ID };

type Silence = { from: number; until: number };

/**
 * One condition on one probe, as ingest and worker evaluate it, in memory instead of a database: the steps of
 * `recordFindings` and its callers with the same pure functions. Notices are planned and delivered likewise.
 */
export class AlarmEngine {
  readonly readings = new Map<number, Sample>();
  readonly rows = new Map<number, EngineRow>();
  readonly notices = new AlarmNotices(this.rows);
  readonly silences: Silence[] = [];
  state: MachineState;
  /** The instant up to which time-based evaluation has run; the clock is ahead of it by the grace period. */
  now = 0;
  private watch: Watch;
  private isMounted = true;
  private readonly former: FormerWatch[] = [];

  constructor(
    rule: MachineRule,
    private readonly chunk = 500,
  ) {
    this.state = remember(rule.kind, undefined);
    const hold = { carrierStatus: "running", alarmSwitch: "on", pausedUntil: null, defrostUntil: null } as const;
    this.watch = {
      ...{ probeId: 1, deviceId: 1, carrierId: 1, customerId: 1, conditionId: CONDITION_ID, rule },
      ...{ mountedAt: Number.NEGATIVE_INFINITY, unmountedAt: null, severity: "critical", severitySteps: null },
      ...{ calendar: null, timeZone: "UTC" },
      hold,
    };
  }

  /** The current time of the product, epoch ms. */
  get clock(): number {
    return this.now + CLOCK_GRACE_MS;
  }

  get series(): Sample[] {
    return [...this.readings.values()].sort((a, b) => a.at - b.at);
  }

  get live(): EngineRow[] {
    return [...this.rows.values()].filter((row) => !row.isWithdrawn).sort((a, b) => a.startedAt - b.startedAt);
  }

  /** The exceptions without row data, by start. */
  get excursions(): RecordedExcursion[] {
    return this.live.map(
      ({
        id: _id,
        carrierId: _c,
        isWithdrawn: _w,
        recorded: _r,
        mergedIntoId: _m,
        isReopened: _o,
        isDetectedLate: _l,
        severity: _s,
        notifiableFrom: _t,
        acknowledged: _a,
        handled: _h,
        ...rest
      }) => rest,
    );
  }

  /** Ingests readings; first advances the clock to `now`. */
  arrive(batch: readonly Sample[], now = this.now): void {
    this.now = Math.max(this.now, now);
    const newestAt = this.series.at(-1)?.at ?? null;
    const samples = batch.filter(({ at }) => !this.readings.has(at)).sort((a, b) => a.at - b.at);
    if (samples.length === 0) return;
    for (const sample of samples) this.readings.set(sample.at, sample);
    const arrival = { ...this.memory(newestAt), samples };
    if (this.isMounted) this.judgePresent(sinceMounting(this.watch, arrival));
    this.judgeFormer(arrival);
  }

  private judgePresent(arrival: Arrival): void {
    const late = lateOf(this.watch, arrival);
    if (late) this.judgeAgain(late, null);
    else this.record(judgedInOrder(judgeInOrder(this.watch, arrival, this.clock)));
  }

  private judgeFormer(arrival: Arrival): void {
    for (const watch of this.former) {
      const touched = touchedOfFormer(watch, arrival);
      if (touched) this.record(judgedFormer(watch, this.load(watch, touched), touched.takenFrom, this.clock), watch);
    }
  }

  /**
   * Unmounts the probe at the current time, after the last look of the sweep; what is open ends. Mounts it on the next
   * carrier, which has the same condition, if `isMounted`. Returns the instant.
   */
  move(isMounted: boolean): number {
    const at = Math.max(this.clock, (this.series.at(-1)?.at ?? 0) + 1);
    this.tick(at - CLOCK_GRACE_MS);
    for (const row of this.live) row.endedAt ??= Math.max(row.startedAt, at);
    if (this.isMounted) this.former.push({ ...this.watch, unmountedAt: at });
    this.forget();
    this.isMounted = isMounted;
    this.watch = { ...this.watch, carrierId: this.watch.carrierId + 1, mountedAt: at };
    return at;
  }

  invalidate({ at }: Sample): void {
    if (!this.readings.delete(at)) return;
    const again = { earliest: at, latest: at };
    if (this.isMounted && at >= this.watch.mountedAt) this.judgeAgain(again, at);
    this.judgeFormer({ ...this.memory(this.series.at(-1)?.at ?? null), samples: [], again });
  }

  /** Advances the clock; the worker evaluates, and delivers what is due. */
  tick(now: number): void {
    this.now = Math.max(this.now, now);
    if (this.isMounted) this.record(letElapse(this.watch, stateOf(this.memory(null).alarm, this.watch), this.now));
    this.notices.deliver(this.clock);
  }

  /** Acknowledges all exceptions that are not acknowledged yet; with `isHandled` also records cause and measures. */
  acknowledge(isHandled: boolean): void {
    const at = Math.max(this.now, this.series.at(-1)?.at ?? 0);
    for (const row of this.live) {
      row.acknowledged ??= { at, of: row.startedAt };
      if (isHandled) row.handled ??= { at, of: row.startedAt };
    }
  }

  /** Starts a maintenance silence of this length in ms. */
  silence(ms: number): void {
    this.silences.push({ from: this.clock, until: this.clock + ms });
  }

  /** Deletes the machine's state, as if the condition had been changed to another kind and back. */
  forget(): void {
    this.state = remember(this.watch.rule.kind, undefined);
  }

  private memory(lastAt: number | null): Omit<Arrival, "samples"> {
    return { probeId: SUBJECT.probeId, lastAt, alarm: { [CONDITION_ID]: stored(this.state) } };
  }

  private judgeAgain(touched: TouchedSpan, takenFrom: number | null): void {
    const { watch } = this;
    const before = stateOf(this.memory(null).alarm, watch);
    const context = { before, mountedAt: watch.mountedAt, takenFrom };
    this.record(judgedAgain(watch.rule, this.load(watch, touched), context, this.clock));
  }

  /** Loads a growing part of the series of a mounting until both ends of the window are in it. */
  private load({ rule, mountedAt, unmountedAt }: Watch, touched: TouchedSpan) {
    const series = this.series.filter(({ at }) => at >= mountedAt && at < (unmountedAt ?? Number.POSITIVE_INFINITY));
    const middle = series.findIndex(({ at }) => at >= touched.earliest);
    const split = middle < 0 ? series.length : middle;
    for (let size = this.chunk; ; size *= 4) {
      const samples = series.slice(Math.max(0, split - size), split + size);
      const window = windowFor(rule, samples, touched);
      const reachesStart = window.from !== null || split - size <= 0;
      const reachesEnd = window.to !== null || split + size >= series.length;
      if (reachesStart && reachesEnd) return { samples, window };
    }
  }

  /** The equivalent of `recordFindings`, with maps instead of its queries. */
  private record(judged: JudgedSpan, watch = this.watch): void {
    const isPresent = watch === this.watch;
    const finding: Finding = { ...judged, watch, ...(isPresent && { openBefore: openSince(this.state) }) };
    const { from, to } = finding;
    if (to > from) {
      const wanted = compareFindings([finding], new Map([[keyOf(watch), this.between(finding, watch)]]), this.clock);
      if (opening(wanted).length > 0)
        adoptOpen(
          wanted,
          this.storedRows().filter(({ endedAt }) => endedAt === null),
        );
      for (const { id, mergedIntoId } of wanted.withdrawals) this.withdraw(id, mergedIntoId);
      for (const { id, excursion } of endedFirst(wanted.updates)) this.update(id, excursion);
      const raised = wanted.inserts.filter((insert) =>
        mayBecome(insert, this.silencedUntil(raisableAt(insert.excursion, this.clock)), this.clock),
      );
      const made = raised.map((insert) => {
        const since = insert.excursion.endedAt === null ? this.notifiableFrom(insert.excursion.raisedAt) : null;
        return newException(insert, since, this.clock);
      });
      this.notices.plan(
        endedFirst(made).map((one) => this.insert(one, watch.carrierId)),
        this.clock,
      );
      for (const id of wanted.openAgain) this.row(id).isReopened = true;
      this.notices.replan(wanted.openAgain, this.clock);
    }
    if (isPresent) this.state = finding.state;
  }

  private storedRows() {
    return this.live.map((row) => ({ ...row, ...SUBJECT }));
  }

  private between({ from, to, since }: JudgedSpan, watch: Watch) {
    return this.storedRows().filter(
      ({ carrierId, startedAt, endedAt }) =>
        carrierId === watch.carrierId &&
        startedAt >= since &&
        startedAt < to &&
        (startedAt >= from || endedAt === null || endedAt > from),
    );
  }

  private row(id: number): EngineRow {
    return this.rows.get(id) as EngineRow;
  }

  private withdraw(id: number, mergedIntoId: number | null): void {
    if (mergedIntoId !== null && this.row(mergedIntoId).isWithdrawn) throw new Error("merged into a withdrawn one");
    Object.assign(this.row(id), { isWithdrawn: true, mergedIntoId });
  }

  /** Updates the columns of an excursion; the rest of the row does not change. */
  private update(
    id: number,
    { side, startedAt, raisedAt, endedAt, statistics, limits, facts }: RecordedExcursion,
  ): void {
    const columns = { side, startedAt, raisedAt, endedAt, statistics, limits, ...(facts && { facts }) };
    Object.assign(this.row(id), stored(columns));
    this.assertOneOpen();
  }

  private insert({ excursion, isDetectedLate, severity, notifiableFrom }: NewException, carrierId: number): number {
    const id = this.rows.size;
    const untouched = { isWithdrawn: false, mergedIntoId: null, isReopened: false, acknowledged: null, handled: null };
    const judgedAt = excursion.endedAt === null ? Math.max(excursion.raisedAt, this.clock) : excursion.raisedAt;
    const isOver = excursion.endedAt !== null;
    const recorded = { at: this.clock, judgedAt, isOver, silences: this.silences.length };
    const own = { ...untouched, isDetectedLate, severity, notifiableFrom: notifiableFrom, recorded };
    this.rows.set(id, { id, carrierId, ...stored(excursion), ...own });
    this.assertOneOpen();
    return id;
  }

  private assertOneOpen(): void {
    if (this.live.filter(({ endedAt }) => endedAt === null).length > 1) throw new Error("two open at once");
  }

  private silencedUntil(at: number): number | null {
    const ends = this.silences.flatMap(({ from, until }) => (from <= at && at < until ? [until] : []));
    return ends.length > 0 ? Math.max(...ends) : null;
  }

  /** The earliest instant at which the due notices could be sent: the end of the silences they were due in. */
  private notifiableFrom(raisedAt: number): number {
    const hold = { switchedOffUntil: null, calendar: null, timeZone: "UTC" };
    for (let at = raisedAt; ; ) {
      const end = Math.min(this.clock, endOfSuppression(at, { ...hold, silencedUntil: this.silencedUntil(at) }));
      if (end <= at) return Math.max(at, raisedAt);
      at = end;
    }
  }

  /** Sets the alarm switch from now on. */
  set hold(hold: Partial<Omit<CarrierHold, "side" | "silencedUntil">>) {
    Object.assign(this.watch, { hold: { ...this.watch.hold, ...hold } });
  }
}
