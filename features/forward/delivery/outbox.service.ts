import "server-only";
import type { Db } from "@/lib/operation/context";
import { insertReadingBatch, type ReadingColumns } from "./outbox.data";

/**
 * Notes stored readings for the targets of their customer, in the transaction that stores them. For the ingest, which
 * has found the customer to have a target that wants readings; part of taking readings in, not a call of its own.
 */
export const noteReadings = (tx: Db, customerId: number, columns: ReadingColumns): Promise<void> =>
  insertReadingBatch(tx, customerId, columns);
