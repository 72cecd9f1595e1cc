import "server-only";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import type { Db } from "@/lib/operation/context";
import { refreshState } from "@/lib/resource/materialized-state";
import { deviceStates } from "./state.data";

/** Refreshes the states of the scope's devices as of `now`. Call it before a list reads them. */
export const refreshDevices = (db: Db, scope: Scope, now: Date): Promise<void> =>
  refreshState(db, deviceStates, scopeArrays(scope).customerIds, now);
