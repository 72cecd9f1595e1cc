import { z } from "zod";
import { ARCHIVE_STATES, type ArchiveCheck, type ArchiveFailure, type ArchiveState } from "@/db/file-enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { lineText, recordId } from "@/lib/validation/fields";
import { LINK_DAYS } from "./archive.rules";
import type { Problem } from "./manifest.schema";

/** `2026-11`. */
export const Month = z.string().regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/);

/** The queue's names of the jobs. Archives share the lane of exports, one after the other. */
export const MAKE_ARCHIVE = { name: "archive.make", maximumAttempts: 5, lanes: ["export"] } as const;
export const CHECK_ARCHIVE = { name: "archive.check", maximumAttempts: 3, lanes: ["export"] } as const;
export const ArchivePayload = z.object({ archiveId: z.number().int() });

export const ArchiveListQuery = listQuery({
  sort: ["month", "createdAt"],
  dir: "desc",
  filters: {
    customerId: recordId().optional(),
    month: Month.optional(),
    state: z.enum(ARCHIVE_STATES).optional(),
  },
});
export type ArchiveListQuery = z.output<typeof ArchiveListQuery>;

/** `customerId`: by default the customer that the account works for. */
export const ArchiveInput = z.strictObject({ customerId: recordId().optional(), month: Month });
export type ArchiveInput = z.input<typeof ArchiveInput>;

export const ShareInput = z.strictObject({ ...ById.shape, days: z.coerce.number().pipe(z.literal(LINK_DAYS)) });
export const RevokeInput = z.strictObject({ ...ById.shape, linkId: z.uuid() });

/** The key of a link; invalid and expired keys are indistinguishable. */
export const LinkInput = z.strictObject({ key: lineText(200) });

/** Instants are ISO-8601 in UTC; `size` in bytes. */
export type ArchiveDto = {
  id: number;
  customerId: number;
  customerName: string;
  /** `2026-11`, in the customer's zone. */
  month: string;
  version: number;
  state: ArchiveState;
  failure: ArchiveFailure | null;
  progress: number;
  fileName: string;
  size: number | null;
  sha256: string | null;
  isScheduled: boolean;
  /** Who asked for it; empty if the clock did. */
  author: string;
  check: ArchiveCheck;
  checkedAt: string | null;
  problem: Problem | null;
  createdAt: string;
  generatedAt: string | null;
  expiresAt: string | null;
};

export type ArchiveLinkDto = {
  id: string;
  author: string;
  createdAt: string;
  expiresAt: string;
  takenCount: number;
  /** The page of the link without the host. */
  path: string;
};

export type ArchiveDetailDto = ArchiveDto & {
  timeZone: string;
  readings: number | null;
  /** Readings of the month that arrived after it was archived; null where it is not the newest version. */
  lateReadings: number | null;
  manifestSha256: string | null;
  certificateSha256: string | null;
  versions: { id: number; version: number; state: ArchiveState }[];
  /** Valid links; empty without the permission to share. */
  links: ArchiveLinkDto[];
};

/** A customer with its archived months, newest first, in the shape of a tree. */
export type ArchiveSceneDto = {
  scene_code: string;
  scene_id: number;
  label: string;
  item: { scene_code: string; label: string; archive_id: number; version: number }[];
};

/** What a link shows: no ids, nothing else of the customer. */
export type LinkedArchiveDto = {
  customerName: string;
  timeZone: string;
  month: string;
  version: number;
  fileName: string;
  size: number;
  sha256: string;
  certificateSha256: string;
  readings: number;
  generatedAt: string;
  expiresAt: string;
};

export type ArchiveRights = { create: boolean; verify: boolean; share: boolean };
