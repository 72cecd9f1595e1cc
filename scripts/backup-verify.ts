import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { certificateSumOf } from "@/features/archive/content.service";
import type { Problem } from "@/features/archive/manifest.schema";
import { compareArchives, type Verifiable, verifyArchive } from "@/features/archive/verify.service";
import type { ChainKeys } from "@/lib/audit/chain";
import { chainKeysOf } from "@/lib/audit/chain-keys";

const USAGE = `npm run backup:verify -- FILE.zip … [--certificate SHA256-or-FILE.pem]

Verifies monthly archives without the product's database: the signature of the manifest, the SHA-256 of every file, the
chain of the audit trail, and the hash of what was signed. Names the first broken file or row and exits with 1.

Several archives of a customer are also compared with each other: each names the one of the month before. A certificate,
as its SHA-256 or as a PEM file, is the only one that is accepted. With AUTH_SECRET (and AUTH_SECRET_PREVIOUS, separated
by commas) in the environment, the hashes of the audit trail are computed again too.`;

/** What is wrong, as a sentence about the file or row. */
const TEXT: Record<Problem["rule"], string> = {
  notZip: "is cut off, or no zip archive",
  missingFile: "is missing",
  extraFile: "does not belong to the archive",
  twice: "is there twice",
  unreadable: "cannot be read",
  manifestForm: "is malformed",
  manifestSignature: "does not match its signature",
  certificate: "has another certificate than expected",
  sum: "was changed: its SHA-256 or its size differ",
  rowForm: "is malformed",
  rowCount: "has rows too many or too few",
  auditGap: "is missing",
  auditLink: "does not follow the row before it",
  auditDigest: "was changed",
  auditHash: "has another hash than computed",
  auditEnd: "is missing: the audit trail ends before it",
  signatureHash: "was changed: what was signed has another hash",
  signatureUnrecorded: "is a signature that the audit trail does not have",
  otherMonth: "is the archive of another month or version",
  otherFile: "is of another customer",
  otherPrevious: "does not follow the archive of the month before",
};

const say = ({ rule, file, row }: Problem) =>
  console.log(`  ${row === null ? file : `row ${row} of ${file}`} ${TEXT[rule]}`);

function trustedOf(given: string | undefined): string | null {
  if (given === undefined) return null;
  const plain = given.replaceAll(":", "").toLowerCase();
  return /^[0-9a-f]{64}$/.test(plain) ? plain : certificateSumOf(readFileSync(given, "utf8"));
}

function keysOf({ AUTH_SECRET, AUTH_SECRET_PREVIOUS }: NodeJS.ProcessEnv): ChainKeys | null {
  if (!AUTH_SECRET) return null;
  const previous = (AUTH_SECRET_PREVIOUS ?? "").split(",").filter((one) => one !== "");
  return chainKeysOf([AUTH_SECRET, ...previous]);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { certificate: { type: "string" } }, allowPositionals: true });
  if (positionals.length === 0) throw new Error("name at least one file");
  const options = { keys: keysOf(process.env), certificateSha256: trustedOf(values.certificate) };
  const all: Verifiable[] = [];
  let broken = 0;
  for (const path of positionals) {
    const { manifest, problems, files, ...sums } = await verifyArchive(path, options);
    const fileName = basename(path);
    all.push({ manifest, fileName, manifestSha256: sums.manifestSha256 });
    console.log(`${path}: ${problems.length === 0 ? "intact" : "NOT INTACT"}`);
    if (manifest) {
      const { customer, month, version, readings, madeAt, audit } = manifest;
      console.log(`  ${customer.code} ${customer.name}, ${month}, version ${version}, made at ${madeAt}`);
      const rows = Math.max(0, audit.lastRow - audit.firstRow + 1);
      console.log(`  ${files} files, ${readings} readings, ${rows} rows of the audit trail`);
      console.log(`  certificate ${sums.certificateSha256 ?? "none"}`);
    }
    problems.forEach(say);
    broken += problems.length;
  }
  const between = compareArchives(all);
  if (between.length > 0) console.log("between the archives:");
  between.forEach(say);
  if (options.keys === null)
    console.log("AUTH_SECRET is not set: the keyed hashes of the audit trail are not computed");
  process.exitCode = broken + between.length === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
});
