import "server-only";
import { createCarrier, getOneCarrier, updateCarrier } from "@/features/carrier/carrier.operations";
import { mayHaveRange } from "@/features/carrier/carrier.rules";
import { mountDevice } from "@/features/carrier/mounting/mounting.operations";
import { refusal } from "@/features/device/device.rules";
import { devices } from "@/features/device/kinds.operations";
import { createScene } from "@/features/scene/scene.operations";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError } from "@/lib/errors";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { advance, audit, type StepContext } from "./progress.service";
import { findByLabel, findMountedDevice, findOnlyScene, findRange } from "./wizard.data";
import { carrierInputOf } from "./wizard.rules";
import { CarrierStepInput, DeviceInput, type WizardDto } from "./wizard.schema";

/** The first node that may have carriers, below the range node, which is made too if the customer has none. */
async function firstPlace(ctx: StepContext, { customerId, customerName }: WizardDto, name: string) {
  const top = { parentId: null, customerId, name: customerName.slice(0, 30), code: "S0", funcType: 0 as const };
  const parentId = (await findRange(ctx.tx, customerId)) ?? (await createScene.call(ctx, top)).id;
  return (await createScene.call(ctx, { parentId, name, code: "S1", funcType: 0 })).id;
}

/** Saves the carrier, and the first node of the organisation if it has none. */
export const describeCarrier = defineOperation({
  name: "setupWizard.carrier",
  kind: "mutation",
  permission: SIGNED_IN,
  input: CarrierStepInput,
  async run(ctx, { customerId, type, name, sceneId, sceneName }): Promise<WizardDto> {
    const wizard = await advance(ctx, customerId, "carrier", async ({ customerId: id }, state, draft) => {
      const { carrier, hasScenes } = state;
      // On a repeated request the node already exists.
      let place = sceneId ?? carrier?.sceneId ?? (await findOnlyScene(ctx.tx, id));
      if (place === null && hasScenes) throw refusal("sceneId", "required", "required");
      if (place === null) {
        if (sceneName === "") throw refusal("sceneName", "required", "required");
        place = await firstPlace(ctx, state, sceneName);
      }
      if (!carrier) return { ...draft, carrierId: (await createCarrier.call(ctx, { type, name, sceneId: place })).id };
      if (carrier.type !== type || carrier.name !== name || carrier.sceneId !== place) {
        const dto = await getOneCarrier.call(ctx, { id: carrier.id });
        await updateCarrier.call(ctx, { ...carrierInputOf(dto), type, name, sceneId: place });
      }
      return draft;
    });
    ctx.audit({ customerId: wizard.customerId, new: { carrierId: wizard.carrier?.id } });
    return wizard;
  },
  audit,
});

/** Mounts the sensor of this label on the carrier; an unknown one is created. */
export const associateDevice = defineOperation({
  name: "setupWizard.device",
  kind: "mutation",
  permission: SIGNED_IN,
  input: DeviceInput,
  async run(ctx, { customerId, serialNumber, typeCode, name }): Promise<WizardDto> {
    const wizard = await advance(
      ctx,
      customerId,
      "device",
      async (owner, { carrier, gateway, mode, device }, draft) => {
        const known = await findByLabel(ctx.tx, visibilityOf(ctx), owner.customerId, {
          serialNumber,
          mac: serialNumber,
        });
        if (known && !["sensor", "gas", "magnetism"].includes(known.kind))
          throw refusal("serialNumber", "otherKind", "is another kind of device", "CONFLICT");
        let id = known?.id;
        const values = { serialNumber, name: name || serialNumber.slice(0, 30) };
        if (id === undefined && draft.isDeviceMade && device && device.lastSeenAt === null) {
          id = device.id;
          await devices.sensor.update.call(ctx, { id, typeCode: typeCode || device.typeCode, ...values });
        }
        const isMade = id === undefined || (draft.isDeviceMade === true && id === device?.id);
        if (id === undefined) {
          const gatewayId = mode === "gateway" ? gateway?.id : undefined;
          const made = { ...values, typeCode, customerId: owner.customerId, sceneId: carrier?.sceneId };
          id = (await devices.sensor.create.call(ctx, { ...made, ...(gatewayId && { gatewayId }) })).id;
        }
        const { measures = [] } =
          known ?? (await findByLabel(ctx.tx, visibilityOf(ctx), owner.customerId, { serialNumber, mac: "" })) ?? {};
        const isWatched = carrier?.ranges.some(({ measure }) => measure === "humidity");
        if (isWatched && !mayHaveRange("humidity", measures))
          throw refusal(
            "serialNumber",
            "thermometerOnly",
            "measures no humidity, which the carrier is watched for",
            "CONFLICT",
          );
        const carrierId = carrier?.id as number;
        const hanging = await findMountedDevice(ctx.tx, visibilityOf(ctx), owner.customerId, id, carrierId);
        if ((hanging?.probes.length ?? 0) === 0)
          await mountDevice.call(ctx, { id: carrierId, deviceId: id }).catch((error: unknown) => {
            const issue = error instanceof AppError ? error.details.issues?.[0] : undefined;
            throw issue && error instanceof AppError
              ? refusal("serialNumber", issue.rule, issue.message, "CONFLICT")
              : error;
          });
        return { ...draft, deviceId: id, isDeviceMade: isMade };
      },
    );
    ctx.audit({ customerId: wizard.customerId, new: { deviceId: wizard.device?.id } });
    return wizard;
  },
  audit,
});
