import { db } from "@/db/client";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { runJobs } from "@/lib/queue/run-jobs";
import { openMqttEndpoint } from "./mqtt-endpoint";
import { JOBS } from "./registry";

const runner = await runJobs(JOBS);
const door = openMqttEndpoint();
log.info({ jobs: JOBS.map((job) => job.name) }, "worker started");
// The parent process waits for this message.
process.send?.("ready");

let isStopping = false;
async function stop(signal: string) {
  if (isStopping) return;
  isStopping = true;
  log.info({ signal }, "worker stopping");
  // The MQTT endpoint first: received messages are processed, and no new ones arrive.
  await door.close();
  await runner.stop();
  await Promise.all([liveBus().close(), db().$client.end({ timeout: 5 })]);
  process.exit(0);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(signal));
