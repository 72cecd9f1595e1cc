import "server-only";
import { writeAudit } from "@/lib/audit/write-audit";
import { openLinkToken } from "@/lib/auth/link-token";
import { AppError } from "@/lib/errors";
import { limitAddress, limitRate } from "@/lib/http/rate-limit";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import { openFile, streamReply } from "@/lib/stored-file/stored-file";
import { countTaken, findLinked, monthOfRow } from "./archive.data";
import { RATE } from "./archive.rules";
import { type LinkedArchiveDto, LinkInput } from "./archive.schema";

export const LINK_PURPOSE = "archive link";

/** The same error for every invalid link, whatever the cause. */
const dead = () => new AppError("NOT_FOUND", "the link is not valid, or is too old");

/** The archive of a key. Counted before any lookup, to limit guessing. */
async function open({ db, now, address }: OperationContext, key: string) {
  await limitAddress("archiveLink", address, RATE.address, RATE.seconds);
  const linkId = openLinkToken(LINK_PURPOSE, key);
  if (linkId === null) throw dead();
  await limitRate(`archiveLink:${linkId}`, RATE.link, RATE.seconds);
  const found = await findLinked(db, linkId, now);
  if (!found) throw dead();
  return found;
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Who opened a link or took its file: address and browser, in the log of the customer. */
const record = (ctx: OperationContext, { row, link }: Opened, operation: "archiveLink.open" | "archiveLink.take") =>
  transaction(ctx.db, async (tx) => {
    if (operation === "archiveLink.take") await countTaken(tx, link.id);
    const { customerId, id, fileName } = row;
    const seen = { link: link.id, fileName, userAgent: ctx.userAgent };
    await writeAudit(tx, ctx, { operation, entity: "archive", entityId: String(id), customerId, new: seen });
  });

/** What a link opens, for a reader without an account. */
export const getLinkedArchive = defineOperation({
  name: "archiveLink.open",
  kind: "query",
  permission: PUBLIC,
  input: LinkInput,
  async run(ctx, { key }): Promise<LinkedArchiveDto> {
    const opened = await open(ctx, key);
    await record(ctx, opened, "archiveLink.open");
    const { row, owner, link } = opened;
    return {
      customerName: owner.name,
      timeZone: owner.timeZone,
      month: monthOfRow(row),
      version: row.version,
      fileName: row.fileName,
      size: row.size ?? 0,
      sha256: row.sha256 ?? "",
      certificateSha256: row.certificateSha256 ?? "",
      readings: row.total,
      generatedAt: (row.generatedAt ?? row.createdAt).toISOString(),
      expiresAt: link.expiresAt.toISOString(),
    };
  },
});

/** The file of a link. */
export const takeLinkedArchive = defineOperation({
  name: "archiveLink.take",
  kind: "query",
  permission: PUBLIC,
  input: LinkInput,
  async run(ctx, { key }) {
    const opened = await open(ctx, key);
    const file = await openFile(ctx.db, opened.row.fileId);
    await record(ctx, opened, "archiveLink.take");
    return streamReply(file, opened.row.fileName);
  },
});
