import "server-only";
import { createHash, verify, X509Certificate } from "node:crypto";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { type AuditLink, type ChainKeys, linkHash } from "@/lib/audit/chain";
import { namedBy } from "./archive.rules";
import { digestOf } from "./content.service";
import { CERTIFICATE, MANIFEST, Manifest, type ManifestFile, type Problem, SIGNATURE } from "./manifest.schema";

// Verifies an archive without the product's database. The file is read entry by entry, whatever its size.

/** `problems` is empty if the archive is intact; the first one is named first. */
export type Verified = {
  manifest: Manifest | null;
  manifestSha256: string | null;
  certificateSha256: string | null;
  files: number;
  problems: Problem[];
};

type Options = {
  /** Its name, by default that of the path. */
  fileName?: string;
  /** With the installation's keys the hashes of the audit trail are computed again as well. */
  keys?: ChainKeys | null;
  /** The SHA-256 of the certificate that is trusted; null: any. */
  certificateSha256?: string | null;
};

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
/** More would not be a manifest: some hundred bytes for each file. */
const MANIFEST_BYTES = 64 * 1024 * 1024;

/** Verifies one archive: its form, its signature, the sum of each file, the chain of the trail, what was signed. */
export async function verifyArchive(path: string, options: Options = {}): Promise<Verified> {
  const fileName = options.fileName ?? basename(path);
  const nothing = { manifest: null, manifestSha256: null, certificateSha256: null, files: 0 };
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => null);
  if (!zip) return { ...nothing, problems: [{ rule: "notZip", file: fileName, row: null }] };
  try {
    const entries = await entriesOf(zip).catch(() => null);
    if (!entries) return { ...nothing, problems: [{ rule: "notZip", file: fileName, row: null }] };
    return await verifyEntries(zip, entries, { ...options, fileName });
  } finally {
    zip.close();
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

async function verifyEntries(
  zip: ZipFile,
  all: readonly Entry[],
  { fileName, keys = null, certificateSha256: trusted = null }: Options & { fileName: string },
): Promise<Verified> {
  const problems: Problem[] = [];
  const report = (rule: Problem["rule"], file: string, row: number | null = null) => problems.push({ rule, file, row });
  const entries = new Map<string, Entry>();
  for (const entry of all) {
    if (entries.has(entry.fileName)) report("twice", entry.fileName);
    entries.set(entry.fileName, entry);
  }
  const small = async (name: string): Promise<Buffer | null> => {
    const entry = entries.get(name);
    if (!entry) return null;
    return readSmall(zip, entry).catch(() => null);
  };

  const proofs = [MANIFEST, SIGNATURE, CERTIFICATE];
  const [bytes, signature, pem] = [await small(MANIFEST), await small(SIGNATURE), await small(CERTIFICATE)];
  for (const [index, read] of [bytes, signature, pem].entries()) {
    const name = proofs[index] as string;
    if (read === null) report(entries.has(name) ? "unreadable" : "missingFile", name);
  }
  const certificate = pem && certificateIn(pem);
  if (pem && !certificate) report("unreadable", CERTIFICATE);
  const certificateSha256 = certificate ? sha256(certificate.raw) : null;
  if (certificate && trusted !== null && certificateSha256 !== trusted) report("certificate", CERTIFICATE);
  if (bytes && signature && certificate && !verify("sha256", bytes, certificate.publicKey, signature))
    report("manifestSignature", MANIFEST);
  const manifest = bytes && manifestIn(bytes);
  if (bytes && !manifest) report("manifestForm", MANIFEST);
  const found = { manifest, manifestSha256: bytes && sha256(bytes), certificateSha256, files: entries.size };
  if (!manifest) return { ...found, problems };
  if (certificateSha256 !== null && manifest.certificateSha256 !== certificateSha256) report("certificate", MANIFEST);
  const named = namedBy(fileName);
  if (named && (named.month !== manifest.month || named.version !== manifest.version)) report("otherMonth", fileName);

  const listed = new Set([...proofs, ...manifest.files.map(({ name }) => name)]);
  for (const name of entries.keys()) if (!listed.has(name)) report("extraFile", name);
  const signed = new SignedRows();
  for (const file of manifest.files) {
    const entry = entries.get(file.name);
    if (!entry) {
      report("missingFile", file.name);
      continue;
    }
    const reader = readerOf(file, manifest, signed, keys);
    const problem = await readFile(zip, entry, file, reader);
    if (problem) problems.push(problem);
  }
  problems.push(...signed.unrecorded());
  return { ...found, problems };
}

async function readSmall(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > MANIFEST_BYTES) throw new Error("too large");
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function certificateIn(pem: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function manifestIn(bytes: Buffer): Manifest | null {
  try {
    return Manifest.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    return null;
  }
}

/** Looks at each row of a table; returns what is wrong with it, and at last with the table. */
type RowReader = {
  take: (columns: readonly string[], row: readonly unknown[]) => Problem | null;
  end: () => Problem | null;
};

const fieldsOf = (columns: readonly string[], row: readonly unknown[]) =>
  Object.fromEntries(columns.map((column, index) => [column, row[index]])) as Record<string, unknown>;

function readerOf(
  { name }: ManifestFile,
  { audit }: Manifest,
  signed: SignedRows,
  keys: ChainKeys | null,
): RowReader | null {
  if (name === "audit.json") return trailReader(name, audit, signed, keys);
  if (name === "signatures.json") return { take: (columns, row) => signed.take(name, columns, row), end: () => null };
  return null;
}

/**
 * Reads a file to its end: sum and size, and its rows if a reader is given. A broken row is named rather than the file
 * whose sum it changes.
 */
async function readFile(
  zip: ZipFile,
  entry: Entry,
  { name, size, sha256: sum, rows }: ManifestFile,
  reader: RowReader | null,
): Promise<Problem | null> {
  const hash = createHash("sha256");
  let [length, inRows]: [number, Problem | null] = [0, null];
  try {
    const stream = await zip.openReadStreamPromise(entry);
    const tapped = async function* () {
      for await (const chunk of stream) {
        hash.update(chunk as Buffer);
        length += (chunk as Buffer).length;
        yield chunk;
      }
    };
    if (reader) inRows = await readRows(tapped(), name, reader, rows);
    else for await (const _ of tapped());
  } catch {
    return { rule: "unreadable", file: name, row: null };
  }
  if (inRows) return inRows;
  return length === size && hash.digest("hex") === sum ? null : { rule: "sum", file: name, row: null };
}

const HEAD = /^\{"columns":(\[.*\]),"rows":\[$/;

async function readRows(
  content: AsyncGenerator<unknown>,
  file: string,
  reader: RowReader,
  expected: number | null,
): Promise<Problem | null> {
  // Read to the end whatever is found, because the sum covers all of it.
  let [problem, columns, count]: [Problem | null, string[] | null, number] = [null, null, 0];
  for await (const line of createInterface({ input: Readable.from(content), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (problem || line === "]}") continue;
    try {
      if (!columns) {
        columns = JSON.parse(HEAD.exec(line)?.[1] ?? "") as string[];
        continue;
      }
      count += 1;
      problem = reader.take(columns, JSON.parse(line.replace(/,$/, "")) as unknown[]);
    } catch {
      problem = { rule: "rowForm", file, row: count };
    }
  }
  if (problem) return problem;
  return reader.end() ?? (expected !== null && count !== expected ? { rule: "rowCount", file, row: null } : null);
}

/** Walks the trail: no row is missing, each names the hash of the one before, and the digest leads to the manifest's. */
function trailReader(file: string, audit: Manifest["audit"], signed: SignedRows, keys: ChainKeys | null): RowReader {
  let [sequence, hash, digest] = [audit.firstRow - 1, audit.previousHash, "0".repeat(64)];
  return {
    take(columns, row) {
      const { digest: said, ...fields } = fieldsOf(columns, row);
      const wrong = (rule: Problem["rule"]): Problem => ({ rule, file, row: sequence + 1 });
      if (fields.sequence !== sequence + 1) return wrong("auditGap");
      if (fields.previous_hash !== hash) return wrong("auditLink");
      digest = digestOf(digest, columns.slice(0, -1), row.slice(0, -1));
      if (digest !== said) return wrong("auditDigest");
      if (keys && linkHash(linkOf(fields), keys) !== fields.hash) return wrong("auditHash");
      [sequence, hash] = [sequence + 1, fields.hash as string];
      signed.record(fields);
      return null;
    },
    end: () =>
      sequence === audit.lastRow && (hash === audit.lastHash || sequence < audit.firstRow) && digest === audit.digest
        ? null
        : { rule: "auditEnd", file, row: sequence + 1 },
  };
}

const linkOf = (fields: Record<string, unknown>): AuditLink =>
  ({
    customerId: fields.customer_id,
    sequence: fields.sequence,
    at: fields.at,
    actorType: fields.actor_type,
    actorId: fields.actor_id,
    actorName: fields.actor_name,
    address: fields.address,
    requestId: fields.request_id,
    operation: fields.operation,
    entity: fields.entity,
    entityId: fields.entity_id,
    oldValues: fields.old_values,
    newValues: fields.new_values,
    reason: fields.reason,
    previousHash: fields.previous_hash,
    foundSeal: fields.found_seal,
    keyId: fields.key_id,
  }) as AuditLink;

/** Compares what was signed with its hash, and each signature with its row in the trail. */
class SignedRows {
  private readonly signatures = new Map<string, { hash: unknown; row: number }>();
  private readonly recorded = new Map<string, unknown>();
  private file = "signatures.json";

  take(file: string, columns: readonly string[], row: readonly unknown[]): Problem | null {
    const { id, content, content_hash: hash } = fieldsOf(columns, row);
    this.file = file;
    const number = this.signatures.size + 1;
    this.signatures.set(String(id), { hash, row: number });
    return sha256(String(content)) === hash ? null : { rule: "signatureHash", file, row: number };
  }

  record({ operation, entity_id: id, new_values: values }: Record<string, unknown>): void {
    if (operation !== "signature.sign") return;
    this.recorded.set(String(id), (values as { contentHash?: unknown } | null)?.contentHash);
  }

  unrecorded(): Problem[] {
    const wrong = [...this.signatures].filter(([id, { hash }]) => this.recorded.get(id) !== hash);
    return wrong.map(([, { row }]) => ({ rule: "signatureUnrecorded", file: this.file, row }));
  }
}

/** An archive beside others of its customer. */
export type Verifiable = Pick<Verified, "manifest" | "manifestSha256"> & { fileName: string };

/**
 * Compares archives with each other: each names the manifest of the month before and of the version that it replaces, and
 * the trail continues where that of the month before ends. Names the archives that do not follow.
 */
export function compareArchives(archives: readonly Verifiable[]): Problem[] {
  const problems: Problem[] = [];
  const known = archives.flatMap(({ manifest, ...rest }) => (manifest ? [{ ...rest, manifest }] : []));
  const [first] = known;
  for (const { fileName, manifest } of known) {
    const wrong = (rule: Problem["rule"]) => problems.push({ rule, file: fileName, row: null });
    const { previous, replaces, customer, month, version } = manifest;
    if (customer.id !== first?.manifest.customer.id) wrong("otherFile");
    const before = known.filter((one) => previous && one.manifest.month === previous.month);
    // A later version names the one that was the newest when this archive was made.
    const named = before.find((one) => one.manifestSha256 === previous?.manifestSha256);
    const isReplaced = before.some((one) => one.manifest.replaces?.manifestSha256 === previous?.manifestSha256);
    if (before.length > 0 && !named && !isReplaced) wrong("otherPrevious");
    if (named && !follows(named.manifest, manifest)) wrong("otherPrevious");
    const own = known.filter((one) => one.manifest.month === month && one.fileName !== fileName);
    if (own.some((one) => one.manifest.version === version)) wrong("otherMonth");
    const replaced = own.find((one) => one.manifest.version === replaces?.version);
    if (replaced && replaced.manifestSha256 !== replaces?.manifestSha256) wrong("otherPrevious");
  }
  return problems;
}

/** Whether the trail of a month continues that of the month before; an empty part has no hashes to compare. */
function follows({ audit: before }: Manifest, { audit }: Manifest): boolean {
  const hasBoth = before.lastRow >= before.firstRow && audit.lastRow >= audit.firstRow;
  return !hasBoth || before.lastRow + 1 !== audit.firstRow || before.lastHash === audit.previousHash;
}
