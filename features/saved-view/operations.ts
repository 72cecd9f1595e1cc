import "server-only";
import { oneself } from "@/features/user/profile/rules";
import { covers } from "@/lib/auth/scope";
import { AppError, conflict } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import {
  countViews,
  deleteView,
  findViews,
  insertView,
  lockView,
  type SavedViewRow,
  updateView,
  type Viewer,
} from "./data";
import { MAXIMUM_VIEWS, mayChange, opensList } from "./rules";
import { type SavedViewDto, SavedViewInput, type SavedViewListDto, SavedViewQuery, SavedViewUpdate } from "./schema";

type Me = Viewer & { managesAccounts: boolean; mayShare: boolean };

/** Throws FORBIDDEN for a list that the account may not open. */
function meOf({ actor, scope }: OperationContext, path?: string): Me {
  const { user, customer, permissions } = oneself(actor);
  if (path !== undefined && !opensList(path, permissions)) throw new AppError("FORBIDDEN", `may not open ${path}`);
  return {
    userId: user.id,
    customerId: customer.id,
    managesAccounts: permissions.has("editUser"),
    // Whoever sees a part of the customer cannot know what others need.
    mayShare: covers(scope, { customerId: customer.id }),
  };
}

const toDto = (row: SavedViewRow, me: Me): SavedViewDto => ({
  id: row.id,
  path: row.path,
  name: row.name,
  query: row.query,
  isShared: row.userId === null,
  mayChange: mayChange(row, me),
});

function assertShareable(me: Me, isShared: boolean): void {
  if (isShared && !me.mayShare) throw new AppError("FORBIDDEN", "sharing needs the whole customer");
}

/** Throws CONFLICT if the list has as many views as it may have: the account's own, or shared ones. */
async function assertRoom(ctx: OperationContext, me: Me, path: string, isShared: boolean): Promise<void> {
  if ((await countViews(ctx.db, me, path, isShared)) >= MAXIMUM_VIEWS)
    throw conflict("name", "tooMany", "this list has as many views as it may have", MAXIMUM_VIEWS);
}

async function lockChangeable(ctx: OperationContext, me: Me, id: number): Promise<SavedViewRow> {
  const row = await lockView(ctx.db, me, id);
  if (!mayChange(row, me)) throw new AppError("FORBIDDEN", "it was saved by another account");
  return row;
}

/** The views of a list: the caller's own, and those shared with the accounts of the customer. */
export const listViews = defineOperation({
  name: "savedView.list",
  kind: "query",
  permission: SIGNED_IN,
  input: SavedViewQuery,
  async run(ctx, { path }): Promise<SavedViewListDto> {
    const me = meOf(ctx, path);
    const rows = await findViews(ctx.db, me, path);
    return { views: rows.map((row) => toDto(row, me)), mayShare: me.mayShare };
  },
});

/** Saves the criteria of a list. Throws FORBIDDEN if an account that sees a part of the customer shares them. */
export const createView = defineOperation({
  name: "savedView.create",
  kind: "mutation",
  permission: SIGNED_IN,
  input: SavedViewInput,
  async run(ctx, { isShared, ...values }): Promise<SavedViewDto> {
    const me = meOf(ctx, values.path);
    assertShareable(me, isShared);
    await assertRoom(ctx, me, values.path, isShared);
    const { customerId, userId } = me;
    const row = await insertView(ctx.tx, {
      ...values,
      customerId,
      userId: isShared ? null : userId,
      authorId: userId,
    });
    const made = toDto(row, me);
    ctx.audit({ customerId, new: made });
    return made;
  },
  audit: { entity: "savedView", id: ({ id }) => id },
});

/** Renames, shares or takes back a view, or gives it other criteria. A shared one that is taken back is the caller's. */
export const changeView = defineOperation({
  name: "savedView.update",
  kind: "mutation",
  permission: SIGNED_IN,
  input: SavedViewUpdate,
  async run(ctx, { id, name, query, isShared }): Promise<SavedViewDto> {
    const me = meOf(ctx);
    const old = await lockChangeable(ctx, me, id);
    const wasShared = old.userId === null;
    if (!wasShared) assertShareable(me, isShared);
    if (isShared !== wasShared) await assertRoom(ctx, me, old.path, isShared);
    const row = await updateView(ctx.tx, id, {
      name,
      userId: isShared ? null : me.userId,
      ...(query !== undefined && { query }),
    });
    const changed = toDto(row, me);
    ctx.audit({ customerId: me.customerId, old: toDto(old, me), new: changed });
    return changed;
  },
  audit: { entity: "savedView", id: ({ id }) => id },
});

export const removeView = defineOperation({
  name: "savedView.remove",
  kind: "mutation",
  permission: SIGNED_IN,
  input: ById,
  async run(ctx, { id }): Promise<SavedViewDto> {
    const me = meOf(ctx);
    const old = await lockChangeable(ctx, me, id);
    await deleteView(ctx.tx, id);
    const removed = toDto(old, me);
    ctx.audit({ customerId: me.customerId, old: removed });
    return removed;
  },
  audit: { entity: "savedView", id: ({ id }) => id },
});
