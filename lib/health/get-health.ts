import "server-only";
import { z } from "zod";
import { env, usesMqtt, version } from "@/lib/env/env";
import { RawReply } from "@/lib/http/reply";
import { liveBus } from "@/lib/live/live";
import { defineOperation, PUBLIC } from "@/lib/operation/define-operation";
import { checkHealth } from "./presence";

/** `GET /service/health`: 200 while database and worker are up, else 503. `redis` and `mqtt` are null if not in use. */
export const getHealth = defineOperation({
  name: "health.get",
  kind: "query",
  permission: PUBLIC,
  input: z.object({}),
  async run({ db }) {
    const { db: isDbUp, worker, mqtt } = await checkHealth(db);
    const redis = await liveBus().ping();
    const body = { db: isDbUp, worker, redis, mqtt: usesMqtt(env()) ? mqtt : null, version: version() };
    return new RawReply(JSON.stringify(body), { "content-type": "application/json" }, isDbUp && worker ? 200 : 503);
  },
});
