import "server-only";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import type { Db } from "@/lib/operation/context";
import { refreshState } from "@/lib/resource/materialized-state";
import { monitoringStates } from "./state.data";

/** Refreshes the states of the scope's carriers as of `now`; to be called before a list reads them. */
export const refreshCarriers = (db: Db, scope: Scope, now: Date): Promise<void> =>
  refreshState(db, monitoringStates, scopeArrays(scope).customerIds, now);
