import type { Db } from "@/db/client";
import { type CalibrationPoint, calibration, deviceBinding } from "@/db/schema";
import { CALIBRATION_NOTICE_DAYS } from "@/features/device/device.rules";
import { hashText, uniformAt } from "@/features/simulation/random.rules";
import type { DemoDevice } from "./world";

const DAY = 86_400_000;
const YEAR_DAYS = 365;

/** Reference values at which climate sensors are calibrated. */
const REFERENCES = { temperature: [-20, 5, 25], humidity: [35, 75] } as const;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Slightly off as found, within a few hundredths as left. */
function pointsOf({ plan, probes }: DemoDevice): CalibrationPoint[] {
  const seed = hashText(plan.serialNumber, 31);
  return probes.flatMap(({ measure }) =>
    measure !== "temperature" && measure !== "humidity"
      ? []
      : REFERENCES[measure].map((reference, index): CalibrationPoint => {
          const spread = measure === "temperature" ? 0.6 : 4;
          const off = (part: number, share: number) =>
            rounded(reference + share * spread * (uniformAt(seed, part) - 0.5));
          const at = index + (measure === "humidity" ? 10 : 0);
          return { measure, reference, asFound: off(at, 1), asLeft: off(at + 50, 0.15) };
        }),
  );
}

/** Inserts the certificate of each calibrated device, and the bindings of devices bound as a whole. */
export async function insertDocuments(
  tx: Db,
  devices: readonly DemoDevice[],
  moments: { now: number; mountedAt: number },
) {
  const { now, mountedAt } = moments;
  const certificates = devices.flatMap((device) => {
    const { calibrationDueDays: dueDays, serialNumber } = device.plan;
    if (dueDays === null || device.probes.length === 0) return [];
    const dueAt = now + dueDays * DAY;
    const noticeAt = dueAt - CALIBRATION_NOTICE_DAYS * DAY;
    const number = hashText(serialNumber, 33).toString().slice(0, 5).padStart(5, "0");
    const row: typeof calibration.$inferInsert = {
      customerId: device.customer.id,
      deviceId: device.id,
      certificateNumber: `CAL-${dayOf(dueAt - YEAR_DAYS * DAY).slice(0, 4)}-${number}`,
      laboratory: device.customer.plan.locale === "zh-CN" ? "华南计量测试中心" : "Kalibrierlabor Süd",
      calibratedOn: dayOf(dueAt - YEAR_DAYS * DAY),
      dueOn: dayOf(dueAt),
      noticeOn: dayOf(noticeAt),
      // If its day has passed, the notice was sent then.
      noticeSentAt: noticeAt <= now ? new Date(noticeAt) : null,
      points: pointsOf(device),
      createdAt: new Date(mountedAt),
    };
    return [row];
  });
  const bindings = devices.flatMap((device) =>
    device.plan.kind === "base" && device.carrier
      ? [
          {
            customerId: device.customer.id,
            deviceId: device.id,
            carrierId: device.carrier.id,
            boundAt: new Date(mountedAt),
          },
        ]
      : [],
  );
  if (certificates.length > 0) await tx.insert(calibration).values(certificates);
  if (bindings.length > 0) await tx.insert(deviceBinding).values(bindings);
}
