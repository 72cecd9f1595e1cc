import "server-only";
import { z } from "zod";
import { writeAudit } from "@/lib/audit/write-audit";
import { openLinkToken } from "@/lib/auth/link-token";
import { notFound } from "@/lib/errors";
import { limitAddress, limitRate } from "@/lib/http/rate-limit";
import type { RawReply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import { openFile, streamReply } from "@/lib/stored-file/stored-file";
import { lineText } from "@/lib/validation/fields";
import { RATE } from "./link.rules";
import { countLinkTaken, findLinked, type Linked } from "./run.data";
import type { LinkedExportDto } from "./task.schema";

const LinkInput = z.strictObject({ key: lineText(200) });

/** What a key leads to. Throws NOT_FOUND for every invalid one, whatever the cause. */
async function open({ db, now, address }: OperationContext, key: string): Promise<Linked> {
  // Counted before any lookup, to limit guessing.
  await limitAddress("exportLink", address, RATE.address, RATE.seconds);
  const id = openLinkToken("export file", key);
  if (id === null) throw notFound("file", "");
  await limitRate(`exportLink:${id}`, RATE.link, RATE.seconds);
  const found = await findLinked(db, id, now);
  if (!found) throw notFound("file", "");
  return found;
}

/** The file of a mail, for its recipient without an account. Nothing is taken: mail scanners open every link. */
export const getLinkedExport = defineOperation({
  name: "exportLink.get",
  kind: "query",
  permission: PUBLIC,
  input: LinkInput,
  async run(ctx, { key }): Promise<LinkedExportDto> {
    const {
      taskName: name,
      customerName,
      timeZone,
      fileName,
      format,
      size,
      rows,
      madeAt,
      expiresAt,
    } = await open(ctx, key);
    const instants = { madeAt: madeAt.toISOString(), expiresAt: expiresAt.toISOString() };
    return { name, customerName, timeZone, fileName, format, size, rows, ...instants };
  },
});

/** The file itself. Each time it is taken is a row in the log, with the recipient of the mail. */
export const takeLinkedExport = defineOperation({
  name: "exportLink.file",
  kind: "query",
  permission: PUBLIC,
  input: LinkInput,
  async run(ctx, { key }): Promise<RawReply> {
    const { id, customerId, taskId, recipient, fileId, fileName, size } = await open(ctx, key);
    const file = await openFile(ctx.db, fileId);
    await transaction(ctx.db, async (tx) => {
      await countLinkTaken(tx, id);
      await writeAudit(tx, ctx, {
        operation: "exportTask.takeByLink",
        entity: "exportTask",
        entityId: String(taskId),
        customerId,
        new: { recipient, fileName, size },
      });
    });
    return streamReply(file, fileName);
  },
});
