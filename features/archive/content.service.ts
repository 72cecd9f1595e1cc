import "server-only";
import { createHash, createSign, X509Certificate } from "node:crypto";
import forge from "node-forge";
import { createTranslator } from "use-intl/core";
import { countRecorded, streamRecorded } from "@/features/telemetry/history/record.service";
import { canonicalJson, GENESIS } from "@/lib/audit/chain";
import { csvFile } from "@/lib/export/csv-file";
import type { ExportCell } from "@/lib/export/define-export";
import type { ZipEntry } from "@/lib/export/zip-file";
import { grouped } from "@/lib/grouped";
import { loadMessages } from "@/lib/i18n/load-messages";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/routing";
import type { Db } from "@/lib/operation/context";
import type { SigningKey } from "@/lib/pdf/sign";
import { openFile } from "@/lib/stored-file/stored-file";
import { CERTIFICATE, FORMAT, MANIFEST, type Manifest, type ManifestFile, SIGNATURE } from "./manifest.schema";
import {
  type ArchiveRange,
  type Cell,
  columnsOf,
  findMountedSpans,
  findPrinted,
  findTrail,
  type MountedSpan,
  readTable,
  TABLE_NAMES,
  type TableName,
} from "./tables.data";

/** What the manifest says that the content does not. */
export type ArchiveHead = Pick<
  Manifest,
  "customer" | "month" | "version" | "madeAt" | "madeBy" | "previous" | "replaces"
> & { from: number; to: number };

export type FinishedManifest = { manifestSha256: string; certificateSha256: string; readings: number };

/** A table of any length that can be read twice: as CSV and as JSON. */
type Table = { name: string; columns: readonly string[]; read: () => AsyncIterable<readonly (readonly Cell[])[]> };

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

const csvCell = (cell: Cell): ExportCell => {
  if (cell === null || typeof cell === "string" || typeof cell === "number") return cell;
  return JSON.stringify(cell);
};

async function* asCsv({ columns, read }: Table): AsyncGenerator<Uint8Array> {
  const cells = async function* () {
    for await (const rows of read()) yield rows.map((row) => row.map(csvCell));
  };
  const titles = columns.map((title) => ({ title }));
  yield* csvFile(titles, cells());
}

/** A JSON object of columns and rows, with a row in each line, so that readers need not hold it as a whole. */
async function* asJson({ columns, read }: Table): AsyncGenerator<Uint8Array> {
  let before = `{"columns":${JSON.stringify(columns)},"rows":[\n`;
  for await (const rows of read()) {
    yield Buffer.from(before + rows.map((row) => JSON.stringify(row)).join(",\n"));
    before = ",\n";
  }
  yield Buffer.from(before === ",\n" ? "\n]}\n" : `${before}]}\n`);
}

/** The digest of a row of the trail: SHA-256 over the digest before it and the row, which needs no secret to verify. */
export const digestOf = (before: string, columns: readonly string[], row: readonly unknown[]): string =>
  sha256(before + canonicalJson(Object.fromEntries(columns.map((column, index) => [column, row[index]]))));

/** The SHA-256 of a certificate in PEM. Throws if it is none. */
export const certificateSumOf = (pem: string): string => sha256(new X509Certificate(pem).raw);

async function readme(): Promise<string> {
  const texts = LOCALES.map(async (locale) => {
    const messages = await loadMessages(locale);
    const t = createTranslator({ locale, messages, namespace: "archive.readme" as never }) as (key: string) => string;
    return [LOCALE_NAMES[locale], t("what"), t("files"), t("units"), t("chain"), t("verify")].join("\n\n");
  });
  return `${(await Promise.all(texts)).join("\n\n\n")}\n`;
}

type Options = {
  key: SigningKey;
  /** Called with the readings to be written in all, then with those written so far. */
  onTotal: (readings: number) => Promise<void>;
  onProgress: (readings: number) => Promise<void>;
  onManifest: (finished: FinishedManifest) => void;
};

/**
 * The files of an archive in order, each read while it is written; the last ones are the manifest and its signature.
 * `tx` is a transaction with one snapshot, so that all files say the same.
 */
export async function* archiveEntries(
  tx: Db,
  head: ArchiveHead,
  { key, onTotal, onProgress, onManifest }: Options,
): AsyncGenerator<ZipEntry> {
  const { customer, month, from, to } = head;
  const span = { customerId: customer.id, month: `${month}-01`, from, to };
  const range: ArchiveRange = { ...span, ...(await findTrail(tx, span)) };
  const files: ManifestFile[] = [];
  const counter = { done: 0 };
  const trail = { previousHash: GENESIS, lastHash: GENESIS, digest: GENESIS };

  const spans = await findMountedSpans(tx, range);
  const probes = spans.map(({ probeId, ...period }) => ({ probeId, periods: [period] }));
  await onTotal(await countRecorded(tx, probes, range));

  async function* listed(name: string, content: AsyncIterable<Uint8Array>, rows: () => number | null) {
    const hash = createHash("sha256");
    let size = 0;
    const tapped = async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    yield { name, content: tapped() };
    files.push({ name, size, sha256: hash.digest("hex"), rows: rows() });
  }

  async function* tableFiles(table: Table) {
    for (const [ending, write] of [
      ["csv", asCsv],
      ["json", asJson],
    ] as const) {
      let count = 0;
      const read = async function* () {
        for await (const rows of table.read()) {
          count += rows.length;
          yield rows;
        }
      };
      yield* listed(`${table.name}.${ending}`, write({ ...table, read }), () => count);
    }
  }

  const stored = (name: TableName): Table => ({
    name,
    columns: columnsOf(name),
    read: () => readTable(tx, name, range),
  });

  yield* listed("README.txt", chunks(await readme()), () => null);
  for (const [carrierId, own] of grouped(spans, (one) => one.carrierId)) {
    const name = carrierId === null ? "readings/unmounted" : `readings/carrier-${carrierId}`;
    const onRows = async (count: number) => {
      // Each is written twice.
      counter.done += count / 2;
      await onProgress(Math.floor(counter.done));
    };
    yield* tableFiles({ name, columns: ["probe_id", "at", "value"], read: () => readingsOf(tx, own, onRows) });
  }
  for (const name of TABLE_NAMES.filter((one) => one !== "audit")) yield* tableFiles(stored(name));
  for (const { name, fileId } of await findPrinted(tx, range))
    yield* listed(name, (await openFile(tx, fileId)).pieces, () => null);
  yield* tableFiles(withDigests(stored("audit"), trail));

  const pem = forge.pki.certificateToPem(key.certificate);
  const certificateSha256 = certificateSumOf(pem);
  const manifest: Manifest = {
    format: FORMAT,
    ...head,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    certificateSha256,
    readings: counter.done,
    audit: { firstRow: range.firstRow, lastRow: range.lastRow, ...trail },
    files,
  };
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield { name: MANIFEST, content: [bytes] };
  yield { name: SIGNATURE, content: [createSign("sha256").update(bytes).sign(key.privateKey)] };
  yield { name: CERTIFICATE, content: [Buffer.from(pem)] };
  onManifest({
    manifestSha256: sha256(bytes),
    certificateSha256,
    readings: manifest.readings,
  });
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function* readingsOf(tx: Db, spans: readonly MountedSpan[], onRows: (count: number) => Promise<void>) {
  for (const { probeId, ...period } of spans)
    for await (const rows of streamRecorded(tx, { probeId, periods: [period] }, period)) {
      yield rows.map(({ at, value }): Cell[] => [probeId, new Date(at).toISOString(), value]);
      await onRows(rows.length);
    }
}

type Trail = { previousHash: string; lastHash: string; digest: string };

/** The trail with a digest in each row; `trail` gets its ends. */
function withDigests({ name, columns, read }: Table, trail: Trail): Table {
  const [previous, hash] = [columns.indexOf("previous_hash"), columns.indexOf("hash")];
  return {
    name,
    columns: [...columns, "digest"],
    async *read() {
      let [digest, isFirst] = [GENESIS, true];
      for await (const rows of read()) {
        yield rows.map((row) => {
          digest = digestOf(digest, columns, row);
          if (isFirst) trail.previousHash = row[previous] as string;
          trail.lastHash = row[hash] as string;
          isFirst = false;
          return [...row, digest];
        });
      }
      trail.digest = digest;
    },
  };
}
