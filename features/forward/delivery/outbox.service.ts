import "server-only";
import type { Db } from "@/lib/operation/context";
import { insertReadingBatch, type ReadingColumns } from "./outbox.data";

/**
 * Adds stored readings to the outbox of their customer, in the transaction that stores them. The ingest calls it if a
 * target of the customer wants readings; it is part of the intake, not an operation of its own.
 */
export const noteReadings = (tx: Db, customerId: number, columns: ReadingColumns): Promise<void> =>
  insertReadingBatch(tx, customerId, columns);
