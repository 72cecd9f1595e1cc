import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import type { PrintDocument } from "@/db/print-enums";
import { printer, printGroup, printGroupCarrier, printGroupPrinter, printJob } from "@/db/schema";

const unique = () => randomBytes(5).toString("hex");

const only = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error("the factory made no row");
  return row;
};

/** A ticket printer at an address of this machine. */
export async function makePrinter(db: Db, customerId: number, values: Partial<typeof printer.$inferInsert> = {}) {
  const row = { customerId, name: `printer ${unique()}`, kind: "escpos", host: "127.0.0.1", port: 9100 } as const;
  return only(
    await db
      .insert(printer)
      .values({ ...row, mayReachPrivate: true, ...values })
      .returning(),
  );
}

type Members = { printerIds: readonly number[]; carrierIds: readonly number[] };

export async function makePrintGroup(
  db: Db,
  customerId: number,
  { printerIds, carrierIds }: Members,
  values: Partial<typeof printGroup.$inferInsert> = {},
) {
  const row = {
    customerId,
    name: `group ${unique()}`,
    contents: ["carrierLabel" as const],
    times: [480],
    locale: "en-US",
  };
  const group = only(
    await db
      .insert(printGroup)
      .values({ ...row, ...values })
      .returning(),
  );
  const groupId = group.id;
  await db.insert(printGroupPrinter).values(printerIds.map((printerId) => ({ groupId, printerId })));
  await db.insert(printGroupCarrier).values(carrierIds.map((carrierId) => ({ groupId, carrierId })));
  return group;
}

export const LABEL: PrintDocument = {
  ...{ title: "Label", customer: "Customer", made: "Printed today" },
  pages: [{ heading: "Fridge", facts: [["Type", "Refrigerator"]], table: null, code: "x", notes: [] }],
};

/** A job without an entry in the queue. */
export async function makePrintJob(
  db: Db,
  { customerId, id: printerId, name: printerName }: { customerId: number; id: number; name: string },
  values: Partial<typeof printJob.$inferInsert> = {},
) {
  const row = {
    customerId,
    printerId,
    printerName,
    content: "carrierLabel",
    document: LABEL,
    locale: "en-US",
  } as const;
  return only(
    await db
      .insert(printJob)
      .values({ ...row, key: unique(), ...values })
      .returning(),
  );
}
