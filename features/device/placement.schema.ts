import { z } from "zod";
import type { DeviceKind } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";

/** The account's rights to mount devices of a kind. */
export type PlacementRights = {
  /** Mount on a carrier. */
  put: boolean;
  /** Put a sensor into a smart base, or record that it fell out. */
  embed: boolean;
  takeOff: boolean;
  replace: boolean;
  /** Open carriers. */
  open: boolean;
};

const emptyAsUndefined = (value: unknown) => (value === "" || value === null ? undefined : value);
const OptionalId = z.preprocess(emptyAsUndefined, recordId().optional());

/** Input schema of the mounting form; a smart base needs a carrier, a sensor or both. */
export const putInput = (kind: DeviceKind) =>
  z
    .strictObject({
      carrierId: OptionalId,
      sensorId: OptionalId,
      at: instant().optional(),
    })
    .superRefine(({ carrierId, sensorId }, context) => {
      if (carrierId !== undefined || (kind === "base" && sensorId !== undefined)) return;
      const [rule, message] =
        kind === "base" ? ["bindingTarget", "a carrier, a sensor or both"] : ["required", "which carrier"];
      context.addIssue({ code: "custom", path: ["carrierId"], params: { rule }, message });
    });
export type PutInput = z.output<ReturnType<typeof putInput>>;
