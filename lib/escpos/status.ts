/** What keeps a ticket printer from printing. */
export type TicketTrouble = "paper" | "cover" | "offline" | "fault";

/** Real-time requests `DLE EOT n` for printer, cause of being offline, and paper; answered at once, even without paper. */
export const STATUS_REQUEST = Buffer.from([0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4]);
export const STATUS_BYTES = 3;
/** `GS r 1`: answered in turn, after everything before it has been printed. */
export const DONE_REQUEST = Buffer.from([0x1d, 0x72, 1]);

/** Answers to `DLE EOT` have bits 1 and 4 set, bits 0 and 7 clear (Epson's reference). */
export const isStatusByte = (byte: number): boolean => (byte & 0b1001_0011) === 0b0001_0010;

/** The answer to `GS r` has bits 4 and 7 clear, which tells it from the others. */
export const isDoneByte = (byte: number): boolean => (byte & 0b1001_0000) === 0;

/** What the three answers say; null if the printer is ready. Near the end of the paper it still prints. */
export function troubleOf([printer = 0, cause = 0, paper = 0]: readonly number[]): TicketTrouble | null {
  if ((paper & 0b0110_0000) !== 0 || (cause & 0b0010_0000) !== 0) return "paper";
  if ((cause & 0b0000_0100) !== 0) return "cover";
  if ((cause & 0b0100_0000) !== 0) return "fault";
  return (printer & 0b0000_1000) !== 0 ? "offline" : null;
}
