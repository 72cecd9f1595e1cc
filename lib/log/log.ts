import pino from "pino";
import { logLevel } from "@/lib/env/env";

/** Structured log: one JSON line per event. */
export const log = pino({ base: null, level: logLevel(), timestamp: pino.stdTimeFunctions.isoTime });
