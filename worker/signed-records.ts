import { readSignedExceptions } from "@/features/exception/handling/closing.service";
import { readSignedDecisions } from "@/features/lot/decision.service";
import { readSignedSheets } from "@/features/record-point/sheet.service";
import { readSignedReports } from "@/features/report/signing.service";
import type { RecordReaders } from "@/features/signature/verification.service";
import { readSignedHandovers } from "@/features/transport/handover.service";

/** Reads the records of every kind that people sign, as they are now. */
export const SIGNED_RECORDS: RecordReaders = {
  exception: readSignedExceptions,
  lot: readSignedDecisions,
  recordSheet: readSignedSheets,
  report: readSignedReports,
  transport: readSignedHandovers,
};
