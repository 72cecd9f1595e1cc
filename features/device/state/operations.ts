import "server-only";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import type { Db } from "@/lib/operation/context";
import { settle } from "@/lib/resource/kept-state";
import { deviceStates } from "./data";

/** Brings the states of the scope's devices up to `now`: to be called before a list reads them. */
export const settleDevices = (db: Db, scope: Scope, now: Date): Promise<void> =>
  settle(db, deviceStates, scopeArrays(scope).customerIds, now);
