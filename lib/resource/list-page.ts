import "server-only";
import type { z } from "zod";
import type { Operation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import type { CrudSubject } from "./crud";
import { type ListAddress, type ListQuery, type ListView, type Page, tolerant, understoodOf } from "./list-query";

/** The valid criteria of the URL, for the list call (`query`) and for the page. */
export function readAddress<S extends z.ZodObject>(ctx: PageContext, schema: S & z.ZodType<ListQuery>) {
  const query = tolerant(schema, ctx.search);
  const { iDisplayStart: start, iDisplayLength: length, sort, dir } = query as unknown as ListQuery;
  const address: ListAddress = {
    values: understoodOf(schema, ctx.search),
    order: { start, length, sort, dir },
    timeZone: ctx.principal.customer.timeZone,
    now: ctx.now.getTime(),
  };
  return { query, address };
}

/** Data of a plain list page: the valid criteria of its URL, and the rows. */
export async function loadList<S extends z.ZodObject, Row>(
  ctx: PageContext,
  list: Operation<S & z.ZodType<ListQuery>, Page<Row>>,
): Promise<ListView<Row>> {
  const { query, address } = readAddress(ctx, list.input);
  return { page: await list.call(ctx, query as never), ...address };
}

/** The account's permissions on records of a subject besides viewing. */
export const recordRights = ({ principal: { permissions } }: PageContext, subject: CrudSubject) => ({
  create: permissions.has(`new${subject}`),
  edit: permissions.has(`edit${subject}`),
  remove: permissions.has(`remove${subject}`),
});
