import "server-only";
import { fileNameOf } from "@/features/file/download.rules";
import type { DownloadInput } from "@/features/file/download.schema";
import type { OpenedExport } from "@/lib/export/define-export";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { type Db, type OperationContext, workingCustomer } from "@/lib/operation/context";
import { insertDownload, type Owner } from "./download.data";

/** Whose files the caller sees. */
export const ownerOf = (ctx: OperationContext): Owner => ({
  userId: ctx.actor.type === "user" ? ctx.actor.principal.user.id : null,
  apiKeyId: ctx.actor.type === "key" ? ctx.actor.keyId : null,
  customerId: workingCustomer(ctx) ?? null,
});

type Asked = Pick<DownloadInput, "kind" | "format"> & { query: Record<string, unknown> };

/** Has the worker make the file of an opened export, for the caller, who works for `workingCustomerId`. */
export async function requestDownload(
  ctx: OperationContext & { tx: Db },
  { kind, format, query }: Asked,
  { title, fileStem, customerId, timeZone, total }: OpenedExport,
  workingCustomerId = workingCustomer(ctx) ?? customerId,
): Promise<{ key: string; fileName: string }> {
  const fileName = fileNameOf(fileStem, ctx.now, timeZone, format);
  const key = await insertDownload(ctx.tx, ctx.scope, {
    ...ownerOf(ctx),
    customerId,
    workingCustomerId,
    kind,
    format,
    query,
    locale: toLocale(ctx.locale) ?? DEFAULT_LOCALE,
    name: title.slice(0, 200),
    fileName,
    total,
  });
  return { key, fileName };
}
