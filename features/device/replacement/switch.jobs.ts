import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { publishMoves } from "@/features/carrier/mounting/mounting.operations";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log/log";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import type { Moved } from "./replacement.service";
import { findOpenIds } from "./switch.data";
import { stepSwitchById } from "./switch.operations";

const NAME = "deviceSwitch.watch";
const BATCH = 200;
/** Enough for `new`, then `eligible`, then the end. */
const MOST_STEPS = 3;

/** Checks the conditions of open switches, carries out automatic ones, and ends expired ones. */
export const watchSwitches = defineJob({
  name: NAME,
  payload: z.object({}),
  everySeconds: 15,
  async run(_payload, ctx) {
    let last = 0;
    for (
      let ids = await findOpenIds(ctx.db, last, BATCH);
      ids.length > 0;
      ids = await findOpenIds(ctx.db, last, BATCH)
    ) {
      for (const id of ids) await runSteps(ctx, id);
      last = ids.at(-1) as number;
    }
  },
});

/** One transaction per step: if the last one fails, for example because the carrier was retired, the others remain. */
async function runSteps(ctx: JobContext, id: number): Promise<void> {
  try {
    for (let done = 0; done < MOST_STEPS; done += 1) {
      const step = await transaction(ctx.db, (tx) =>
        stepSwitchById(tx, operationContext(NAME, { ...ctx, db: tx }), id),
      );
      if (!step) return;
      await tell(step.moved);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.info({ deviceSwitchId: id, code: error.code, message: error.message }, "a device cannot be switched yet");
  }
}

const tell = async ({ carriers, ended }: Moved) => {
  if (carriers.length > 0) await publishMoves(carriers, ended);
};
