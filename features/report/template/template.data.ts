import "server-only";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { customer, reportTemplate, scene } from "@/db/schema";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import type { Scope } from "@/lib/auth/scope";
import { inScope, ofCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { conflict, notFound } from "@/lib/errors";
import { requestOrigin } from "@/lib/http/request-origin";
import type { Locale } from "@/lib/i18n/routing";
import type { Db, OperationContext } from "@/lib/operation/context";
import type { Store } from "@/lib/resource/crud";
import type { Page } from "@/lib/resource/list-query";
import { tableRows } from "@/lib/resource/table-rows";
import { ownerOf } from "../report.data";
import { MAXIMUM_CARRIERS, MAXIMUM_CHARTED, type ReportChoiceDto } from "../report.schema";
import type { TemplateDto, TemplateInput, TemplateListQuery, TemplateRowDto } from "./template.schema";

/** An account bound to nodes sees the templates of which it may see every carrier and place. */
function visible({ scope }: OperationContext): SQL | undefined {
  const { sceneIds } = scopeArrays(scope);
  const nodes = sql.param(sceneIds);
  return and(
    ofCustomers(scope, reportTemplate.customerId),
    sceneIds
      ? sql`${reportTemplate.sceneIds} <@ ${nodes}::bigint[] and not exists (select from carrier c
              where c.id = any(${reportTemplate.carrierIds}) and c.scene_id <> all(${nodes}::bigint[]))`
      : undefined,
  );
}

const rows = tableRows<typeof reportTemplate, TemplateDto, TemplateListQuery>({
  entity: "reportTemplate",
  table: reportTemplate,
  filters: { type: reportTemplate.type, customerId: reportTemplate.customerId },
  visible,
  view: () => ({
    search: [reportTemplate.name],
    sort: { name: sql`lower(${reportTemplate.name})`, type: reportTemplate.type, createdAt: reportTemplate.createdAt },
    toDto: ({ createdAt, locales, origin: _, ...row }) => ({
      ...row,
      locales: locales as Locale[],
      createdAt: createdAt.toISOString(),
    }),
  }),
});

/** The carriers of a template now: single ones, and those below its places; up to one more than a report may have. */
export async function findTemplateCarriers(
  db: Db,
  scope: Scope,
  { carrierIds, sceneIds }: Pick<TemplateDto, "carrierIds" | "sceneIds">,
): Promise<number[]> {
  const { customerIds, sceneIds: nodes } = scopeArrays(scope);
  const found = await db.$client<{ id: number }[]>`
    with recursive tree as (
      select id from scene where id = any(${[...sceneIds]}::bigint[])
      union select s.id from scene s join tree on s.parent_id = tree.id)
    select c.id::int from carrier c
     where (c.id = any(${[...carrierIds]}::bigint[]) or c.scene_id in (select id from tree))
       and (${customerIds}::bigint[] is null or c.customer_id = any(${customerIds}::bigint[]))
       and (${nodes}::bigint[] is null or c.scene_id = any(${nodes}::bigint[]))
     order by lower(c.name), c.id limit ${MAXIMUM_CARRIERS + 1}`;
  return found.map(({ id }) => id);
}

/** The customer of carriers and places. Throws NOT_FOUND for one outside the scope, CONFLICT for several customers. */
async function customerOf(ctx: OperationContext, { carrierIds, sceneIds }: TemplateInput): Promise<number> {
  const places = await ctx.db
    .select({ id: scene.id, customerId: scene.customerId })
    .from(scene)
    .where(
      and(inArray(scene.id, [...sceneIds]), inScope(ctx.scope, { customerId: scene.customerId, sceneId: scene.id })),
    );
  for (const id of sceneIds) if (!places.some((place) => place.id === id)) throw notFound("scene", id);
  const owners = new Set(places.map((place) => place.customerId));
  if (carrierIds.length > 0) owners.add(await ownerOf(ctx, carrierIds));
  if (owners.size > 1) throw conflict("carrierIds", "sameCustomer", "are of several customers");
  return [...owners][0] as number;
}

/** Throws CONFLICT unless this number of carriers fits one report with these sections. */
export function assertReportable(count: number, { sections }: Pick<TemplateDto, "sections">): void {
  if (count === 0) throw conflict("carrierIds", "noCarriers", "no carrier is left");
  if (count > MAXIMUM_CARRIERS) throw conflict("carrierIds", "tooManyCarriers", "too many", MAXIMUM_CARRIERS);
  if (sections.includes("charts") && count > MAXIMUM_CHARTED)
    throw conflict("sections", "reportCharts", `charts are for at most ${MAXIMUM_CHARTED}`, MAXIMUM_CHARTED);
}

export const templateStore: Store<TemplateDto, TemplateInput, TemplateListQuery> = {
  ...rows,
  entity: "reportTemplate",
  customerOf: ({ customerId }) => customerId,
  async insert(ctx, values) {
    const customerId = await customerOf(ctx, values);
    await lockActiveCustomer(ctx.db, customerId);
    assertReportable((await findTemplateCarriers(ctx.db, ctx.scope, values)).length, values);
    return rows.insert(ctx, { ...values, customerId, origin: await requestOrigin(), createdAt: ctx.now });
  },
  update: (ctx, id, values) =>
    rows.change(ctx, id, async (row) => {
      if ((await customerOf(ctx, values)) !== row.customerId)
        throw conflict("carrierIds", "sameCustomer", "a template stays with its customer");
      assertReportable((await findTemplateCarriers(ctx.db, ctx.scope, values)).length, values);
      return { ...values, origin: await requestOrigin() };
    }),
};

/** The console's origin for whoever saved a template that the caller has read; null if it is not known. */
export async function findOrigin(db: Db, id: number): Promise<string | null> {
  const [row] = await db
    .select({ origin: reportTemplate.origin })
    .from(reportTemplate)
    .where(eq(reportTemplate.id, id));
  return row?.origin ?? null;
}

/** Adds to templates what explains them. */
export async function withNames(
  { db, scope }: OperationContext,
  { items, total }: Page<TemplateDto>,
): Promise<Page<TemplateRowDto>> {
  const idsOf = (key: "carrierIds" | "sceneIds") => [...new Set(items.flatMap((one) => one[key]))];
  const choices = await findChosen(db, scope, { carrierIds: idsOf("carrierIds"), sceneIds: idsOf("sceneIds") });
  const counts = await db.$client<{ id: number; reports: number }[]>`
    select template_id::int as id, count(*)::int as reports from report
     where template_id = any(${items.map(({ id }) => id)}::bigint[]) group by template_id`;
  const customers = await db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(inArray(customer.id, [...new Set(items.map(({ customerId }) => customerId))]));
  return {
    items: items.map((one) => ({
      ...one,
      customerName: customers.find(({ id }) => id === one.customerId)?.name ?? "",
      choices: [
        ...one.sceneIds.map((id) => choices.get(`place ${id}`)),
        ...one.carrierIds.map((id) => choices.get(`carrier ${id}`)),
      ].filter((choice) => choice !== undefined),
      reports: counts.find(({ id }) => id === one.id)?.reports ?? 0,
    })),
    total,
  };
}

/** Carriers and places by the keys of choices. */
async function findChosen(
  db: Db,
  scope: Scope,
  { carrierIds, sceneIds }: Pick<TemplateDto, "carrierIds" | "sceneIds">,
): Promise<Map<string, ReportChoiceDto>> {
  const { customerIds, sceneIds: nodes } = scopeArrays(scope);
  const found = await db.$client<ReportChoiceDto[]>`
    with recursive tree as (
      select id as top, id from scene where id = any(${[...sceneIds]}::bigint[])
      union all select tree.top, s.id from scene s join tree on s.parent_id = tree.id)
    select 'place ' || s.id as key, s.name, '' as place,
           array(select c.id::int from carrier c join tree t on t.id = c.scene_id and t.top = s.id) as "carrierIds"
      from scene s where s.id = any(${[...sceneIds]}::bigint[])
       and (${customerIds}::bigint[] is null or s.customer_id = any(${customerIds}::bigint[]))
       and (${nodes}::bigint[] is null or s.id = any(${nodes}::bigint[]))
    union all
    select 'carrier ' || c.id, c.name, s.name, array[c.id::int] from carrier c join scene s on s.id = c.scene_id
     where c.id = any(${[...carrierIds]}::bigint[])
       and (${customerIds}::bigint[] is null or c.customer_id = any(${customerIds}::bigint[]))
       and (${nodes}::bigint[] is null or c.scene_id = any(${nodes}::bigint[]))`;
  return new Map(found.map((choice) => [choice.key, choice]));
}
