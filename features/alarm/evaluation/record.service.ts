import "server-only";
import { planNotices, replanNotices } from "@/features/notice/notice.service";
import { grouped } from "@/lib/grouped";
import type { Db } from "@/lib/operation/context";
import { findSilencedUntil } from "./evaluation.data";
import { raisableAt } from "./evaluation.rules";
import type { ExceptionChange } from "./evaluation.schema";
import { findNotifiableFrom } from "./notifiable-from.service";
import { findExcursions, findOpen, insertExcursions, updateExcursions, withdrawExcursions } from "./record.data";
import {
  adoptOpen,
  compareFindings,
  endedFirst,
  type Finding,
  type Insert,
  keyOf,
  mayBecome,
  type NewException,
  newException,
  opening,
} from "./record.rules";

/** Makes the stored exceptions equal to the findings, and plans the notices of new and reopened ones. */
export async function recordFindings(tx: Db, findings: readonly Finding[], now: number): Promise<ExceptionChange[]> {
  const touched = findings.filter(({ from, to }) => to > from);
  if (touched.length === 0) return [];
  const spans = touched.map((finding) => {
    const { from, to, since } = finding;
    return { ...conditionOf(finding), from, to, since };
  });
  const wanted = compareFindings(touched, grouped(await findExcursions(tx, spans), keyOf), now);
  const going = opening(wanted);
  if (going.length > 0)
    adoptOpen(
      wanted,
      await findOpen(
        tx,
        going.map(({ finding }) => conditionOf(finding)),
      ),
    );
  const changes = [
    ...(await withdrawExcursions(tx, wanted.withdrawals, now)),
    ...(await updateExcursions(tx, endedFirst(wanted.updates))),
  ];
  const opened = await insertExcursions(tx, endedFirst(await raisableOf(tx, wanted.inserts, now)));
  await planNotices(
    tx,
    opened.map((change) => change.id),
  );
  await replanNotices(tx, wanted.openAgain);
  return [...changes, ...opened];
}

/** The inserts that no silence suppresses. Queried last, and only for what is about to be raised. */
async function raisableOf(tx: Db, inserts: readonly Insert[], now: number): Promise<NewException[]> {
  if (inserts.length === 0) return [];
  const silenced = await findSilencedUntil(
    tx,
    inserts.map(({ finding, excursion }) => ({ carrierId: finding.watch.carrierId, at: raisableAt(excursion, now) })),
  );
  const raised = inserts.filter((insert, index) => mayBecome(insert, silenced[index] ?? null, now));
  const lasting = raised.filter(({ excursion }) => excursion.endedAt === null);
  const due = lasting.map(({ finding: { watch }, excursion: { raisedAt } }) => ({ ...watch, raisedAt }));
  const ends = await findNotifiableFrom(tx, due, now);
  const endOf = new Map(lasting.map((insert, index) => [insert, ends[index] as number]));
  return raised.map((insert) => newException(insert, endOf.get(insert) ?? null, now));
}

const conditionOf = ({ watch: { probeId, carrierId, conditionId, rule } }: Finding) => ({
  probeId,
  carrierId,
  conditionId,
  kind: rule.kind,
});
