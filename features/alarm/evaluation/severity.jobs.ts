import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { planRises } from "@/features/notice/notice.service";
import { defineJob } from "@/lib/queue/define-job";
import { publishExceptions } from "./evaluation.service";
import { findRising, type Rise, saveRises } from "./severity.data";
import { isWorse, reachedSteps, severityAt } from "./severity.rules";

/** Raises the severity of exceptions that have reached a severity step of their condition, and notifies of it. */
export const raiseSeverities = defineJob({
  name: "alarm.raiseSeverities",
  payload: z.object({}),
  everySeconds: 10,
  async run(_payload, { db, now }) {
    const at = now.getTime();
    const rises = (await findRising(db)).flatMap(({ id, severity, base, steps, startedAt }): Rise[] => {
      const to = severityAt(base, steps, startedAt, at);
      const step = reachedSteps(steps, startedAt, at).at(-1);
      return step && isWorse(to, severity)
        ? [{ id, from: severity, to, at: startedAt + step.afterMinutes * 60_000 }]
        : [];
    });
    if (rises.length === 0) return;
    const changes = await transaction(db, async (tx) => {
      const raised = await saveRises(tx, rises);
      const done = new Set(raised.map(({ id }) => id));
      await planRises(
        tx,
        rises.filter(({ id }) => done.has(id)),
      );
      return raised;
    });
    await publishExceptions(changes);
  },
});
