import "server-only";
import type { Db } from "@/lib/operation/context";
import { insertPlanned } from "./data";
import { DELIVER_NOTICE } from "./schema";

/** Plans the notices of new exceptions in the caller's transaction: they leave if and only if it commits. */
export async function planNotices(tx: Db, exceptionIds: readonly number[]): Promise<void> {
  if (exceptionIds.length > 0) await insertPlanned(tx, exceptionIds, DELIVER_NOTICE);
}
