import { z } from "zod";
import type { DeviceKind } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";

/** What the account may do about where devices of a kind are. */
export type PlacementRights = {
  /** Put at a place that it hangs at no more, or not yet. */
  put: boolean;
  /** Let a sensor into a smart base, or say that it fell out. */
  embed: boolean;
  takeOff: boolean;
  replace: boolean;
  /** Look at the places. */
  open: boolean;
};

const emptyAsUndefined = (value: unknown) => (value === "" || value === null ? undefined : value);
const OptionalId = z.preprocess(emptyAsUndefined, recordId().optional());

/** What the form asks for to put a device somewhere; a smart base needs a place, a sensor or both. */
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
