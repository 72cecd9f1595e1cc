import type { TraceView } from "@/features/track/track.schema";
import type { HandoverViewDto } from "./handover.schema";
import type { JourneyDto, ProgressDto, TransportDto } from "./transport.schema";

/** The window of one transport; instants in epoch ms. */
export type TransportFileView = {
  transport: TransportDto;
  journey: JourneyDto;
  handovers: HandoverViewDto[];
  /** Null before loading and after the end. */
  progress: ProgressDto | null;
  /** The carriers in order of time; a name is null if it is not visible. */
  rides: { name: string | null; from: number; to: number }[];
  /** The ride that is shown, as its place in the list. */
  ride: number;
  /** Null without a ride, the right to view the history, or a visible carrier. */
  trace: TraceView | null;
  /** `report`: may make one, and sees all carriers. */
  rights: { edit: boolean; lots: boolean; exceptions: boolean; report: boolean; print: boolean };
  timeZone: string;
  now: number;
};
