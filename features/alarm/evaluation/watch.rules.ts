import { groupSilent, judgeNoData, noDataDeadlineSeconds } from "./suppression.rules";

/** The facts by which silence is evaluated; times in epoch milliseconds. */
export type Silence = {
  /** Probes are covered by a trigger's condition, gateways and other devices by the customer's connection watch. */
  source: "gateway" | "probe" | "device";
  id: number;
  deviceId: number;
  gatewayId: number | null;
  /** The condition that determines the notices. For a gateway already silent, only if it was not notified yet. */
  conditionId: number | null;
  mayRaise: boolean;
  /** Gateways: whether the customer monitors its devices. If not, an exception is opened only for probes behind it. */
  isWatched: boolean;
  /** Whether it is expected to report. A device in stock is not, and its open exceptions end. */
  isExpected: boolean;
  lastReceivedAt: number | null;
  /** When its gateway last returned from a silence: nothing behind it could arrive before. */
  gatewayBackAt: number | null;
  /** Expected interval between messages. */
  paceSeconds: number;
  /** Multiple of the pace that may pass without a message. */
  coefficient: number;
  openExceptionId: number | null;
  openSince: number | null;
  /** Of a gateway's open exception: the devices listed under it, and whether it was not notified yet. */
  listed: readonly number[];
  isUnnotified: boolean;
};

export type SilenceActions<S> = {
  open: { cause: S; startedAt: number; affected: S[] }[];
  tell: { cause: S; id: number; affected: S[] }[];
  /** Devices that fell silent behind a gateway after it did. */
  list: { id: number; deviceIds: number[] }[];
  /** `isTakenAway`: closed because no data is expected any more, not because data arrived. */
  close: { id: number; endedAt: number; isTakenAway?: true }[];
};

/**
 * The no-data exceptions to open, notify, extend and close at `now`. A silent gateway is one exception; probes and
 * devices that fall silent behind it are suppressed and listed under it. An exception opens at the instant at which the
 * silence exceeded its deadline. If everything behind a gateway was suppressed when it fell silent, it is notified once
 * that ends. Silence counts from `listeningSince` at the earliest, and behind a gateway from its return, because
 * nothing could arrive before.
 */
export function judgeSilence<S extends Silence>(
  facts: readonly S[],
  { listeningSince, now }: { listeningSince: number; now: number },
): SilenceActions<S> {
  const deadline = (one: S) => noDataDeadlineSeconds(one.paceSeconds, one.coefficient);
  const verdict = (one: S) => judgeNoData({ ...one, deadlineSeconds: deadline(one) }, now);
  const gateways = facts.filter((one) => one.source === "gateway");
  const returning = new Map(
    gateways.flatMap((one) => (verdict(one) === "close" ? [[one.id, one.lastReceivedAt ?? 0]] : [])),
  );
  const heardAt = (one: S) => {
    if (one.lastReceivedAt === null || one.openSince !== null) return one.lastReceivedAt;
    const back = one.gatewayId === null ? 0 : (returning.get(one.gatewayId) ?? 0);
    return Math.max(one.lastReceivedAt, listeningSince, one.gatewayBackAt ?? 0, back);
  };
  const isSilent = (one: S) =>
    one.isExpected &&
    judgeNoData({ lastReceivedAt: heardAt(one), openSince: null, deadlineSeconds: deadline(one) }, now) === "open";
  const gatewayOf = new Map(gateways.map((one) => [one.id, one]));
  const others = facts.filter((one) => one.source !== "gateway");
  const groups = groupSilent<S>({
    gateways: gateways.map((one) => ({ id: one, silent: isSilent(one) })),
    probes: others
      .filter((one) => one.mayRaise && one.openSince === null)
      .map((one) => ({
        id: one,
        gatewayId: (one.gatewayId === null ? null : gatewayOf.get(one.gatewayId)) ?? null,
        silent: isSilent(one),
      })),
  });
  const silent = groups
    .map((group) => ({ cause: group.id, affected: group.source === "gateway" ? group.affectedProbeIds : [] }))
    .filter(
      ({ cause, affected }) =>
        cause.source !== "gateway" || cause.isWatched || affected.some(({ source }) => source === "probe"),
    );
  const open = silent.flatMap(({ cause, affected }) =>
    cause.openSince === null && cause.lastReceivedAt !== null
      ? [{ cause, startedAt: cause.lastReceivedAt + deadline(cause) * 1000, affected }]
      : [],
  );
  const tell = silent.flatMap(({ cause, affected }) =>
    cause.openExceptionId !== null && (cause.conditionId !== null || (cause.isUnnotified && cause.mayRaise))
      ? [{ cause, id: cause.openExceptionId, affected }]
      : [],
  );
  const list = silent.flatMap(({ cause, affected }) => {
    const added = devicesOf(affected).filter((id) => !cause.listed.includes(id));
    return cause.openExceptionId !== null && added.length > 0
      ? [{ id: cause.openExceptionId, deviceIds: [...cause.listed, ...added] }]
      : [];
  });
  const close = facts.flatMap((one): SilenceActions<S>["close"] => {
    const { openExceptionId: id, lastReceivedAt, isExpected } = one;
    if (id === null) return [];
    if (verdict(one) === "close") return [{ id, endedAt: lastReceivedAt ?? now }];
    return isExpected ? [] : [{ id, endedAt: now, isTakenAway: true }];
  });
  return { open, tell, list, close };
}

/** The distinct device ids. */
export const devicesOf = (affected: readonly Pick<Silence, "deviceId">[]): number[] => [
  ...new Set(affected.map(({ deviceId }) => deviceId)),
];
