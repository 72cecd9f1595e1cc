import { groupSilent, judgeNoData, noDataDeadlineSeconds } from "./suppression.rules";

/** What silence is judged by; times in epoch milliseconds. */
export type Silence = {
  /** A probe is followed by a trigger's condition, gateways and other devices by the connection watch of their customer. */
  source: "gateway" | "probe" | "device";
  id: number;
  deviceId: number;
  gatewayId: number | null;
  /** What tells of it; of a gateway that is silent already only where nobody has been told of that yet. */
  conditionId: number | null;
  mayRaise: boolean;
  /** Of a gateway: whether its customer has its devices watched. If not, it is an exception only for the probes behind it. */
  isWatched: boolean;
  /** Whether it is expected to report: what lies in the store is not, and what it has open ends. */
  isExpected: boolean;
  lastReceivedAt: number | null;
  /** When the gateway in front was last back from a silence: what is behind it could not be heard before. */
  gatewayBackAt: number | null;
  /** How often it is expected to be heard. */
  paceSeconds: number;
  /** How many times as long may pass without a message. */
  coefficient: number;
  openExceptionId: number | null;
  openSince: number | null;
  /** Of a gateway's open exception: the devices listed under it, and whether nobody has been notified of it yet. */
  listed: readonly number[];
  isUntold: boolean;
};

export type SilenceActions<S> = {
  open: { cause: S; startedAt: number; heldBack: S[] }[];
  tell: { cause: S; id: number; heldBack: S[] }[];
  /** Devices that fell silent behind a gateway after it did. */
  list: { id: number; deviceIds: number[] }[];
  /** `isTakenAway`: not because it was heard, but because it is not expected to report any more. */
  close: { id: number; endedAt: number; isTakenAway?: true }[];
};

/**
 * Which no-data exceptions to open, to tell, to complete and to close at `now`. A silent gateway is one exception; the
 * probes and devices that fall silent behind it are held back and listed under it. One opens at the moment from which the
 * silence was too long. Where all behind a gateway was held back when it fell silent, it is told once that is over.
 * Silence counts from `listeningSince` on at the earliest, and behind a gateway from its return: while nobody listened,
 * nothing could arrive.
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
    .map((group) => ({ cause: group.id, heldBack: group.source === "gateway" ? group.heldBackProbeIds : [] }))
    .filter(
      ({ cause, heldBack }) =>
        cause.source !== "gateway" || cause.isWatched || heldBack.some(({ source }) => source === "probe"),
    );
  const open = silent.flatMap(({ cause, heldBack }) =>
    cause.openSince === null && cause.lastReceivedAt !== null
      ? [{ cause, startedAt: cause.lastReceivedAt + deadline(cause) * 1000, heldBack }]
      : [],
  );
  const tell = silent.flatMap(({ cause, heldBack }) =>
    cause.openExceptionId !== null && (cause.conditionId !== null || (cause.isUntold && cause.mayRaise))
      ? [{ cause, id: cause.openExceptionId, heldBack }]
      : [],
  );
  const list = silent.flatMap(({ cause, heldBack }) => {
    const added = devicesOf(heldBack).filter((id) => !cause.listed.includes(id));
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

/** The devices of these, each once. */
export const devicesOf = (heldBack: readonly Pick<Silence, "deviceId">[]): number[] => [
  ...new Set(heldBack.map(({ deviceId }) => deviceId)),
];
