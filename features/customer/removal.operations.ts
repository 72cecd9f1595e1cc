import "server-only";
import { endSessionsOf, publishSessionsEnded } from "@/lib/auth/end-sessions";
import { AppError, conflict } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { getCustomer } from "./customer.data";
import { assertMay } from "./customer.rules";
import { countBelongings, findOnlyGovernedBy, findSecondedWith, lockWhole, removeWhole } from "./removal.data";
import { type BelongingsDto, RemovalInput } from "./removal.schema";
import { findUserIds } from "./status.data";
import { assertMayReach, deputyOf } from "./status.operations";

/** The rows that a removal would delete, for the confirmation. */
export const getBelongings = defineOperation({
  name: "customer.belongings",
  kind: "query",
  permission: "removeCustomer",
  input: ById,
  async run({ db, scope }, { id }): Promise<BelongingsDto> {
    const { code, name } = await getCustomer(db, scope, id);
    return { id, code, name, counts: await countBelongings(db, id), governedOnlyBy: await findOnlyGovernedBy(db, id) };
  },
});

/** Deletes a customer with all its rows, including readings. Its audit trail is retained and ends with this entry. */
export const removeCustomer = defineOperation({
  name: "customer.remove",
  kind: "mutation",
  permission: "removeCustomer",
  input: RemovalInput,
  async run(ctx, { id, confirm }): Promise<BelongingsDto> {
    const { tx, scope } = ctx;
    // Checked first, so that nothing outside the scope is locked.
    await getCustomer(tx, scope, id);
    await lockWhole(tx, id);
    const customer = await getCustomer(tx, scope, id);
    assertMay("remove", [{ path: "id", customer }], deputyOf(ctx));
    await assertMayReach(ctx, "remove", [{ path: "id", customer }]);
    if (confirm !== customer.code) {
      const message = "type the customer's code to confirm";
      throw new AppError("INVALID", `confirm: ${message}`, {
        issues: [{ path: "confirm", rule: "confirmCode", message }],
      });
    }
    const governedOnlyBy = await findOnlyGovernedBy(tx, id);
    if (governedOnlyBy.length > 0)
      throw conflict("id", "onlyCustomer", `the only customer of ${governedOnlyBy.join(", ")}`);
    const secondedWith = await findSecondedWith(tx, id);
    if (secondedWith.length > 0)
      throw conflict("id", "customerSeconded", `devices are seconded with ${secondedWith.join(", ")}`);
    const counts = await countBelongings(tx, id);
    const ended = await endSessionsOf(tx, await findUserIds(tx, id), "cancelled", ctx.now);
    await removeWhole(tx, id);
    ctx.audit({ customerId: id, old: { ...customer, ...counts } });
    ctx.afterCommit(() => publishSessionsEnded(ended, "cancelled"));
    return { id, code: customer.code, name: customer.name, counts, governedOnlyBy };
  },
  audit: { entity: "customer", id: ({ id }) => id },
});
