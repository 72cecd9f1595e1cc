/** A device whose calibration ends; the day as `yyyy-mm-dd`. */
export type EndingCalibration = { deviceName: string; serialNumber: string; certificateNumber: string; dueOn: string };

/** Looks up a text of the `calibration` messages and fills in its values. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

const LISTED = 50;

/** Subject and lines of the mail about ending calibrations, soonest first. */
export function composeReminder(
  customerName: string,
  ending: readonly EndingCalibration[],
  t: Translate,
): { subject: string; lines: string[] } {
  const sorted = ending.toSorted(
    (a, b) => a.dueOn.localeCompare(b.dueOn) || a.serialNumber.localeCompare(b.serialNumber),
  );
  const lines = sorted
    .slice(0, LISTED)
    .map(({ deviceName, serialNumber, certificateNumber, dueOn }) =>
      t("mail.line", { device: deviceName, serialNumber, certificate: certificateNumber, day: dueOn }),
    );
  const left = sorted.length - LISTED;
  return {
    subject: t("mail.subject", { count: sorted.length, customer: customerName }),
    lines: [
      t("mail.intro", { count: sorted.length, customer: customerName }),
      ...lines,
      ...(left > 0 ? [t("mail.more", { count: left })] : []),
    ],
  };
}
