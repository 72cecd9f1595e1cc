import { groupSilent, judgeNoData, noDataDeadlineSeconds } from "../rules";

/** What silence is judged by; times in epoch milliseconds. */
export type Silence = {
  source: "gateway" | "probe";
  id: number;
  gatewayId: number | null;
  /** What tells of it; of a gateway that is silent already only where nobody has been told of that yet. */
  conditionId: number | null;
  mayRaise: boolean;
  lastReceivedAt: number | null;
  reportIntervalSeconds: number;
  /** How many report intervals of silence are in order. */
  coefficient: number;
  openExceptionId: number | null;
  openSince: number | null;
};

export type SilenceActions<S> = {
  open: { cause: S; startedAt: number; heldBack: S[] }[];
  tell: { cause: S; id: number; heldBack: S[] }[];
  close: { id: number; endedAt: number }[];
};

/**
 * Which no-data exceptions to open, to tell and to close at `now`. A silent gateway is one exception; the probes that fall silent
 * behind it are held back and listed under it. One opens at the moment from which the silence was too long.
 * Where all behind a gateway was held back when it fell silent, it is told once that is over: those behind it still are.
 * Silence counts from `listeningSince` on at the earliest: while nobody listened, nothing could arrive.
 */
export function judgeSilence<S extends Silence>(
  facts: readonly S[],
  { listeningSince, now }: { listeningSince: number; now: number },
): SilenceActions<S> {
  const deadline = (one: S) => noDataDeadlineSeconds(one.reportIntervalSeconds, one.coefficient);
  const verdict = (one: S) => judgeNoData({ ...one, deadlineSeconds: deadline(one) }, now);
  const heardAt = (one: S) =>
    one.lastReceivedAt === null ? null : Math.max(one.lastReceivedAt, one.openSince === null ? listeningSince : 0);
  const isSilent = (one: S) =>
    judgeNoData({ lastReceivedAt: heardAt(one), openSince: null, deadlineSeconds: deadline(one) }, now) === "open";
  const gateways = facts.filter((one) => one.source === "gateway");
  const probes = facts.filter((one) => one.source === "probe");
  const byKey = new Map(facts.map((one) => [`${one.source}:${one.id}`, one]));
  const groups = groupSilent({
    gateways: gateways.map((one) => ({ id: one.id, silent: isSilent(one) })),
    probes: probes
      .filter((one) => one.mayRaise && one.openSince === null)
      .map((one) => ({ id: one.id, gatewayId: one.gatewayId, silent: isSilent(one) })),
  });
  const silent = groups.flatMap((group) => {
    const cause = byKey.get(`${group.source}:${group.id}`);
    const heldBack =
      group.source === "gateway" ? group.heldBackProbeIds.flatMap((id) => byKey.get(`probe:${id}`) ?? []) : [];
    return cause ? [{ cause, heldBack }] : [];
  });
  const open = silent.flatMap(({ cause, heldBack }) =>
    cause.openSince === null && cause.lastReceivedAt !== null
      ? [{ cause, startedAt: cause.lastReceivedAt + deadline(cause) * 1000, heldBack }]
      : [],
  );
  const tell = silent.flatMap(({ cause, heldBack }) =>
    cause.openExceptionId !== null && cause.conditionId !== null
      ? [{ cause, id: cause.openExceptionId, heldBack }]
      : [],
  );
  const close = facts.flatMap((one) =>
    verdict(one) === "close" && one.openExceptionId !== null
      ? [{ id: one.openExceptionId, endedAt: one.lastReceivedAt ?? now }]
      : [],
  );
  return { open, tell, close };
}
