import type { Db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import { calibration, deviceBinding, deviceSwitch } from "@/db/schema";
import { makeDevice } from "./device";

type Place = { id: number; sceneId: number };
type Options = NonNullable<Parameters<typeof makeDevice>[3]>;

/** A device that is not mounted; by default a thermometer. */
export const makeSpare = (db: Db, place: Place, { kind = "sensor", ...values }: Options & { kind?: DeviceKind } = {}) =>
  makeDevice(db, place, kind, { measures: ["temperature"], ...values });

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error("the factory made no row");
  return row;
}

export const makeBinding = (db: Db, values: typeof deviceBinding.$inferInsert) =>
  one(db.insert(deviceBinding).values(values).returning());

export const makeSwitch = (
  db: Db,
  values: Partial<typeof deviceSwitch.$inferInsert> & {
    customerId: number;
    carrierId: number;
    oldDeviceId: number;
    newDeviceId: number;
  },
) =>
  one(
    db
      .insert(deviceSwitch)
      .values({ type: "manual", reason: "broken", ...values })
      .returning(),
  );

export const makeCertificate = (
  db: Db,
  values: Partial<typeof calibration.$inferInsert> & { customerId: number; deviceId: number },
) =>
  one(
    db
      .insert(calibration)
      .values({
        certificateNumber: `C-${Math.random()}`,
        laboratory: "Laboratory",
        calibratedOn: "2026-01-15",
        dueOn: "2099-01-15",
        ...values,
      })
      .returning(),
  );
