import { randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import {
  archive,
  archiveLink,
  contact,
  exceptionLink,
  invalidPosition,
  invalidReading,
  invalidRule,
  invalidRun,
  loggerFile,
  loggerLayout,
  loggerReading,
  report,
  reportFile,
  reportTemplate,
} from "@/db/schema";

/** Records that question or confirm a carrier's history: an invalid reading, a logger file, a report, an archive, links. */
export async function makeEvidence(
  db: Db,
  of: { customerId: number; carrierId: number; probeId: number; exceptionId: number; storedFileId: string },
) {
  const { customerId, carrierId, probeId, exceptionId, storedFileId } = of;
  const at = new Date(Date.now() - 86_400_000);
  const [rule] = await db
    .insert(invalidRule)
    .values({ customerId, name: randomUUID(), measure: "temperature", kind: "fault-value", faultValues: [-127] })
    .returning();
  const asked = { fromAt: at, untilAt: new Date(), requestedAt: new Date() };
  await db.insert(invalidRun).values({ ruleId: rule?.id as number, ...asked });
  await db.insert(invalidReading).values({ probeId, at, value: -127, reason: "test", ruleId: rule?.id });
  await db.insert(invalidPosition).values({ carrierId, at, longitude: 0, latitude: 0, fault: "nowhere" });
  await db.insert(loggerLayout).values({ customerId, shape: randomUUID(), layout: {}, timeZone: "UTC" });
  const [file] = await db
    .insert(loggerFile)
    .values({
      customerId,
      carrierId,
      format: "csv",
      fileName: "logger.csv",
      fileId: storedFileId,
      sha256: randomBytes(32).toString("hex"),
      timeZone: "Asia/Shanghai",
      firstAt: at,
      lastAt: at,
      valueCount: 1,
    })
    .returning();
  if (!file) throw new Error("the factory made no logger file");
  await db.insert(loggerReading).values({ fileId: file.id, measure: "temperature", at, value: 5 });
  const shape = {
    ...{ customerId, type: "record" as const, name: "report", carrierIds: [carrierId], locales: ["en-US"] },
    sections: ["statistics" as const],
  };
  const [template] = await db
    .insert(reportTemplate)
    .values({ ...shape, sceneIds: [], period: "lastWeek", signatures: [] })
    .returning({ id: reportTemplate.id });
  const [document] = await db
    .insert(report)
    .values({
      ...{ ...shape, templateId: template?.id, fromAt: at, toAt: new Date(), timeZone: "UTC", author: "test" },
      checkKey: randomBytes(16).toString("base64url"),
    })
    .returning();
  const printed = {
    reportId: document?.id as number,
    version: 1,
    signatures: 0,
    locale: "en-US",
    fileId: storedFileId,
  };
  await db.insert(reportFile).values({ ...printed, sha256: randomBytes(32).toString("hex") });
  const [kept] = await db
    .insert(archive)
    .values({
      ...{ customerId, month: "2026-01-01", version: 1, state: "generated", fileName: "archive.zip" },
      ...{ fileId: storedFileId, isScheduled: true, author: "" },
    })
    .returning();
  const opened = { customerId, archiveId: kept?.id as number, author: "test", expiresAt: new Date() };
  await db.insert(archiveLink).values(opened);
  const [person] = await db.select({ id: contact.id }).from(contact).where(eq(contact.customerId, customerId)).limit(1);
  if (!person) throw new Error("an exception link needs a contact of its customer");
  await db
    .insert(exceptionLink)
    .values({ customerId, exceptionId, contactId: person.id, expiresAt: new Date(Date.now() + 86_400_000) });
}
