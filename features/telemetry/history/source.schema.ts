import type { DeviceKind, Measure } from "@/db/enums";

/** A period on a carrier; `to` null while it lasts. Epoch ms. */
export type Stay = { carrier: string; from: number; to: number | null };

/** The certificate valid at the end of the range; days as `yyyy-mm-dd`. */
export type Certificate = { number: string; from: string; to: string };

/** A device that measured in the range. */
export type SourceDto = {
  id: number;
  kind: DeviceKind;
  name: string;
  serialNumber: string;
  typeCode: string;
  reportIntervalSeconds: number;
  measures: Measure[];
  readings: number;
  stays: Stay[];
  certificate: Certificate | null;
};

export type SourceView = {
  items: (SourceDto & { opens: boolean; isCovered: boolean })[];
  range: { from: number; to: number };
  timeZone: string;
  /** The address of the history that these devices measured. */
  history: string;
  now: number;
};
