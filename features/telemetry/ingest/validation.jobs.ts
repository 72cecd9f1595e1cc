import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { log } from "@/lib/log/log";
import { defineJob } from "@/lib/queue/define-job";
import { correctReadings, publishCorrection } from "../correction/correction.service";
import { findOverdueJumps, saveAccepted } from "./validation.data";

/**
 * Accepts the newest values stored as jumps that no reading has followed for longer than a step may take: a fridge that
 * warms up at once and then sends nothing valid has to raise an alarm. The next reading may make one a jump again.
 */
export const acceptOverdueJumps = defineJob({
  name: "telemetry.acceptOverdueJumps",
  payload: z.object({}),
  everySeconds: 30,
  async run(_payload, { db, now }) {
    for (const { at, value, ...probe } of await findOverdueJumps(db, now.getTime())) {
      const correction = await transaction(db, (tx) =>
        correctReadings(tx, probe, now.getTime(), async () => {
          // Checked again under the probe's lock: a reading may have arrived meanwhile.
          const [still] = await findOverdueJumps(tx, now.getTime(), probe.id);
          if (still?.at !== at) return { marked: [], back: [] };
          const back = [{ probeId: probe.id, at, value }];
          await saveAccepted(tx, back, now);
          return { marked: [], back };
        }),
      );
      if (correction.moves.back.length === 0) continue;
      log.info({ probeId: probe.id, at }, "a held jump is taken as a reading: none followed");
      await publishCorrection(correction, probe);
    }
  },
});
