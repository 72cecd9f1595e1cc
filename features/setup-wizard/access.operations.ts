import "server-only";
import { issueCustomerToken } from "@/features/customer/customer.operations";
import { refusal } from "@/features/device/device.rules";
import { devices } from "@/features/device/kinds.operations";
import { issueGatewayToken } from "@/features/device/token.operations";
import { visibilityOf } from "@/lib/auth/visibility";
import { holds } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { advance, audit, type StepContext } from "./progress.service";
import { findByLabel, findGateway, type Owner } from "./wizard.data";
import { type Draft, identityOf } from "./wizard.rules";
import { type AccessDto, AccessInput, type WizardDto } from "./wizard.schema";

type GatewayFields = { serialNumber: string; mac: string; name: string; typeCode: string };

/**
 * The gateway of this label: an existing one, the one that the wizard created (its label is corrected), or a new one.
 */
async function gatewayOf(
  ctx: StepContext,
  { customerId }: Owner,
  wizard: WizardDto,
  draft: Draft,
  input: GatewayFields,
) {
  const values = { ...input, typeCode: input.typeCode || "gt_1", name: input.name || input.serialNumber.slice(0, 30) };
  const known = await findByLabel(ctx.tx, visibilityOf(ctx), customerId, input);
  if (known && known.kind !== "gateway")
    throw refusal("serialNumber", "otherKind", "is another kind of device", "CONFLICT");
  const { gateway } = wizard;
  const isOwn = draft.isGatewayMade === true && gateway !== null;
  if (known && !(isOwn && known.id === gateway.id)) return { id: known.id, isMade: false };
  if (isOwn && (known !== undefined || gateway.lastSeenAt === null)) {
    const fields = ["serialNumber", "mac", "name", "typeCode"] as const;
    if (fields.some((field) => values[field].toUpperCase() !== gateway[field].toUpperCase()))
      await devices.gateway.update.call(ctx, { id: gateway.id, ...values });
    return { id: gateway.id, isMade: true };
  }
  const { id } = await devices.gateway.create.call(ctx, { ...values, customerId });
  return { id, isMade: true };
}

/** Sets up how readings arrive. A gateway without a token gets one, which is shown only once. */
export const connectAccess = defineOperation({
  name: "setupWizard.connect",
  kind: "mutation",
  permission: SIGNED_IN,
  input: AccessInput,
  async run(ctx, { customerId, mode, ...label }): Promise<AccessDto & { customerId: number }> {
    let token: string | null = null;
    const wizard = await advance(ctx, customerId, "access", async (owner, before, draft) => {
      if (mode === "direct") {
        if (!before.hasCustomerToken && holds(ctx, "tokenCustomer"))
          token = (await issueCustomerToken.call(ctx, { id: owner.customerId })).token;
        return { ...draft, mode };
      }
      const input = { ...label, ...identityOf(label) };
      if (input.serialNumber === "") throw refusal("serialNumber", "required", "required");
      const { id, isMade } = await gatewayOf(ctx, owner, before, draft, input);
      const made = await findGateway(ctx.tx, visibilityOf(ctx), owner.customerId, id);
      if (made && !made.hasToken && holds(ctx, "tokenGateway"))
        token = (await issueGatewayToken.call(ctx, { id })).token;
      return { ...draft, mode, gatewayId: id, isGatewayMade: isMade };
    });
    ctx.audit({
      customerId: wizard.customerId,
      new: { mode, ...(wizard.gateway && { gatewayId: wizard.gateway.id }) },
    });
    return { wizard, token, customerId: wizard.customerId };
  },
  audit,
});
