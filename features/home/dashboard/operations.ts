import "server-only";
import { oneself } from "@/features/user/profile/rules";
import { assertVersion } from "@/lib/audit/assert-version";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import {
  countOwn,
  deleteDashboard,
  findDashboards,
  getDashboard,
  insertDashboard,
  lockOwn,
  putFirst,
  setShared,
  updateDashboard,
} from "./data";
import { assertRoom, compactCards } from "./rules";
import {
  type DashboardDto,
  DashboardInput,
  DashboardListQuery,
  type DashboardRow,
  DashboardSave,
  ShareInput,
} from "./schema";

const audit = { entity: "dashboard", id: ({ id }: { id: number }) => id };

/** The audit snapshot of a dashboard: its name, and the number of cards per kind. */
const auditSnapshot = ({ name, cards }: Pick<DashboardDto, "name" | "cards">) => ({
  name,
  cards: cards.map(({ show }) => show.kind),
});

/** Lists the account's own dashboards, the first of which home shows, and those shared at the customer. */
export const listDashboards = defineOperation({
  name: "dashboard.list",
  kind: "query",
  permission: SIGNED_IN,
  input: DashboardListQuery,
  async run({ db, actor }): Promise<Page<DashboardRow>> {
    const items = await findDashboards(db, oneself(actor));
    return { items, total: items.length };
  },
});

export const getOneDashboard = defineOperation({
  name: "dashboard.get",
  kind: "query",
  permission: SIGNED_IN,
  input: ById,
  run: ({ db, actor }, { id }): Promise<DashboardDto> => getDashboard(db, oneself(actor), id),
});

export const createDashboard = defineOperation({
  name: "dashboard.create",
  kind: "mutation",
  permission: SIGNED_IN,
  input: DashboardInput,
  async run({ tx, actor, audit }, { name, cards }): Promise<DashboardDto> {
    const me = oneself(actor);
    const count = await countOwn(tx, me);
    assertRoom(count);
    const id = await insertDashboard(tx, me, name, compactCards(cards), count);
    const made = await getDashboard(tx, me, id);
    audit({ customerId: me.customer.id, new: auditSnapshot(made) });
    return made;
  },
  audit,
});

/** Saves name and cards. Refuses a save that is based on an older version. */
export const saveDashboard = defineOperation({
  name: "dashboard.update",
  kind: "mutation",
  permission: SIGNED_IN,
  input: DashboardSave,
  async run(ctx, { id, version, name, cards }): Promise<DashboardDto> {
    const { tx, actor, now, audit } = ctx;
    const me = oneself(actor);
    const old = await lockOwn(tx, me, id);
    await assertVersion(ctx, { entity: "dashboard", id, version }, async () => old);
    await updateDashboard(tx, id, name, compactCards(cards), now);
    const saved = await getDashboard(tx, me, id);
    audit({ customerId: me.customer.id, old: auditSnapshot(old), new: auditSnapshot(saved) });
    return saved;
  },
  audit,
});

/** Moves a dashboard to the first position. */
export const putDashboardFirst = defineOperation({
  name: "dashboard.first",
  kind: "mutation",
  permission: SIGNED_IN,
  input: ById,
  async run({ tx, actor, audit }, { id }): Promise<{ id: number }> {
    const me = oneself(actor);
    const { name } = await lockOwn(tx, me, id);
    await putFirst(tx, me, id);
    audit({ customerId: me.customer.id, new: { name } });
    return { id };
  },
  audit,
});

/** Shares a dashboard with the customer's other users, each limited to what is visible to them, or stops sharing it. */
export const shareDashboard = defineOperation({
  name: "dashboard.share",
  kind: "mutation",
  permission: "shareDashboard",
  input: ShareInput,
  async run({ tx, actor, audit }, { id, shared }): Promise<DashboardDto> {
    const me = oneself(actor);
    const old = await lockOwn(tx, me, id);
    await setShared(tx, id, shared);
    audit({ customerId: me.customer.id, old: { isShared: old.isShared }, new: { isShared: shared } });
    return { ...old, isShared: shared };
  },
  audit,
});

export const removeDashboard = defineOperation({
  name: "dashboard.remove",
  kind: "mutation",
  permission: SIGNED_IN,
  input: ById,
  async run({ tx, actor, audit }, { id }): Promise<{ id: number }> {
    const me = oneself(actor);
    const old = await lockOwn(tx, me, id);
    await deleteDashboard(tx, id);
    audit({ customerId: me.customer.id, old: auditSnapshot(old) });
    return { id };
  },
  audit,
});
