import { z } from "zod";

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Month = z.string().regex(/^\d{4}-\d{2}$/);

export const FORMAT = "frostline-archive/1";

/** The files of an archive that its manifest does not list: the manifest itself and what proves it. */
export const MANIFEST = "manifest.json";
export const SIGNATURE = "manifest.sig";
export const CERTIFICATE = "certificate.pem";

/** What an archive consists of, with the SHA-256 of each file. Instants are ISO-8601 in UTC. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  customer: z.object({ id: z.number(), code: z.string(), name: z.string(), timeZone: z.string() }),
  month: Month,
  from: z.string(),
  to: z.string(),
  version: z.number().int(),
  madeAt: z.string(),
  madeBy: z.string(),
  /** SHA-256 of the certificate of the key that signs the manifest. */
  certificateSha256: Hash,
  /** The manifest of the month before, and that of the version before. */
  previous: z.object({ month: Month, version: z.number().int(), manifestSha256: Hash }).nullable(),
  replaces: z.object({ version: z.number().int(), manifestSha256: Hash }).nullable(),
  readings: z.number().int(),
  /** The part of the audit trail: its rows, the hash before the first and of the last one, and the digest of all. */
  audit: z.object({
    firstRow: z.number().int(),
    lastRow: z.number().int(),
    previousHash: Hash,
    lastHash: Hash,
    digest: Hash,
  }),
  /** `rows` of a table; null for any other file. */
  files: z.array(z.object({ name: z.string(), size: z.number(), sha256: Hash, rows: z.number().int().nullable() })),
});
export type Manifest = z.output<typeof Manifest>;
export type ManifestFile = Manifest["files"][number];

/** What is wrong with an archive; the texts are in the messages under `archive.problem`. */
export const PROBLEMS = [
  "notZip",
  "missingFile",
  "extraFile",
  "twice",
  "unreadable",
  "manifestForm",
  "manifestSignature",
  "certificate",
  "sum",
  "rowForm",
  "rowCount",
  "auditGap",
  "auditLink",
  "auditDigest",
  "auditHash",
  "auditEnd",
  "signatureHash",
  "signatureUnrecorded",
  "otherMonth",
  "otherFile",
  "otherPrevious",
] as const;
export type ProblemRule = (typeof PROBLEMS)[number];
/** `row`: the row of the table, in the audit trail its sequence; null for the file as a whole. */
export type Problem = { rule: ProblemRule; file: string; row: number | null };
