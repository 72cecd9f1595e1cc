import postgres from "postgres";
import { db } from "@/db/client";
import { env } from "@/lib/env/env";
import { showPresence } from "@/lib/health/presence";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { runJobs } from "@/lib/queue/run-jobs";
import { openMqttDoor } from "./open-door";
import { JOBS } from "./registry";

/** A connection of its own shows that this worker lives; if it is lost it is taken up again. */
const presence = postgres(env().DATABASE_URL, {
  max: 1,
  onnotice: () => {},
  onclose: () => void setTimeout(() => void show(), 1000).unref(),
  connection: { application_name: "frostline worker" },
});
let isStopping = false;
async function show() {
  if (isStopping) return;
  await showPresence(presence).catch((error: unknown) =>
    log.warn({ err: error }, "the worker cannot show its presence"),
  );
}

const runner = await runJobs(JOBS);
await show();
const door = openMqttDoor();
log.info({ jobs: JOBS.map((job) => job.name) }, "worker started");

async function stop(signal: string) {
  if (isStopping) return;
  isStopping = true;
  log.info({ signal }, "worker stopping");
  // First the door: what came in is taken to its end, and nothing more comes.
  await door.close();
  await runner.stop();
  await Promise.all([liveBus().close(), presence.end({ timeout: 2 }), db().$client.end({ timeout: 5 })]);
  process.exit(0);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(signal));
