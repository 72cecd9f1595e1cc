import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Db, openDb } from "@/db/client";
import { anchorChains, openMissingChains } from "@/db/seed/anchor-chains";
import { type SignatureProblem, verifySignatures } from "@/features/signature/verification.service";
import type { PublishedHeads } from "@/lib/audit/chain";
import { type Contradiction, contradictionsOf, PUBLISHED } from "@/lib/audit/published-heads";
import { verifyChain } from "@/lib/audit/verify-chain";
import { operationContext } from "@/lib/queue/operation-context";
import { SIGNED_RECORDS } from "@/worker/signed-records";
import { SUPERUSER } from "./embedded-postgres/cluster.mjs";
import { authSecret, readSettings } from "./product/settings.mjs";

const USAGE = `npm run audit:verify [-- --heads worker.log] [--anchor]

Walks the audit chain of every customer and names the first broken row; then verifies every signature against its seal, the
trail and its record. With --heads, a log or mail with the ends that were
published, it also finds chains that were replaced by earlier ones. --anchor puts chains under the key that have none, and
begins those of customers without any, where an upgrade was interrupted. Needs the product's DATABASE_URL, AUTH_SECRET and AUTH_SECRET_PREVIOUS or its DATA_DIR.`;

/** The message for each kind of contradiction. */
const LOST: Record<Contradiction["kind"], (customerId: number | null, sequence: number | null) => string> = {
  signature: () => "the signature is not of this installation",
  row: (customerId, sequence) => `customer ${customerId} had another row ${sequence}`,
  seal: (customerId, sequence) => `the end of customer ${customerId}, row ${sequence}, was not the one written last`,
  gap: () => "the one before it was removed from the database",
};

/** `DATABASE_URL`, or the URL of the embedded server of `DATA_DIR`, which must be running. */
function databaseUrl(): string {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const file = join(process.env.DATA_DIR || ".data", "postgres.json");
  if (!existsSync(file)) throw new Error(`no ${file}: start the product first (npm start), or set DATABASE_URL`);
  const { port, password } = JSON.parse(readFileSync(file, "utf8")) as { port: number; password: string };
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/frostline`;
}

/** The published chain heads in a log or mail: its JSON lines with the publication's message. */
const publishedIn = (text: string): PublishedHeads[] =>
  text.split("\n").flatMap((line) => {
    const start = line.indexOf("{");
    if (start < 0 || !line.includes(PUBLISHED)) return [];
    const { at, last, heads, keyId, signature } = JSON.parse(line.slice(start)) as PublishedHeads;
    return [{ at, ...(last !== undefined && { last }), heads, keyId, signature }];
  });

async function verifyAll(db: Db): Promise<number> {
  const chains = await db.$client<{ id: number }[]>`
    select customer_id::int as id from audit_head union select distinct customer_id::int from audit
     union select id::int from customer order by 1`;
  let broken = 0;
  for (const { id } of chains) {
    const { firstBroken, rows } = await verifyChain(db, id, { budgetMs: Number.POSITIVE_INFINITY });
    if (firstBroken) broken += 1;
    console.log(
      firstBroken ? `customer ${id}: broken at row ${firstBroken.sequence}` : `customer ${id}: ${rows} rows hold`,
    );
  }
  return broken;
}

/** What is wrong with a signature, by the kind of problem. */
const WRONG: Record<SignatureProblem["problem"], string> = {
  forged: "is not the one that was written",
  unrecorded: "is not in the audit trail",
  missing: "is in the audit trail but no longer in the database",
  changed: "no longer matches its record",
  gone: "has lost its record",
};

async function verifyAllSignatures(db: Db): Promise<number> {
  const ctx = operationContext("audit.verify", { db, now: new Date() });
  const { count, problems } = await verifySignatures(ctx, SIGNED_RECORDS);
  for (const { id, problem, kind, recordId, fields } of problems) {
    const of = kind ? ` of ${kind} ${recordId}` : "";
    console.log(`signature ${id}${of} ${WRONG[problem]}${fields.length > 0 ? `: ${fields.join(", ")}` : ""}`);
  }
  console.log(`${count} signatures verified, ${problems.length} problems`);
  return problems.length;
}

async function main(): Promise<void> {
  const options = { heads: { type: "string" }, anchor: { type: "boolean", default: false } } as const;
  const { values } = parseArgs({ options });
  const secret = authSecret(readSettings(process.env), process.env.AUTH_SECRET);
  process.env.AUTH_SECRET = secret;
  process.env.DATABASE_URL = databaseUrl();
  const db = openDb(process.env.DATABASE_URL, 2);
  try {
    if (values.anchor) {
      console.log(`${await anchorChains(db, secret)} chains put under the key`);
      console.log(`${await openMissingChains(db, secret)} chains begun`);
    }
    let broken = (await verifyAll(db)) + (await verifyAllSignatures(db));
    if (values.heads) {
      const published = publishedIn(readFileSync(values.heads, "utf8"));
      const lost = await contradictionsOf(db, published);
      for (const { at, customerId, sequence, kind } of lost)
        console.log(`published ${at}: ${LOST[kind](customerId, sequence)}`);
      console.log(`${published.length} publications compared, ${lost.length} contradictions`);
      broken += lost.length;
    }
    process.exitCode = broken === 0 ? 0 : 1;
  } finally {
    await db.$client.end();
  }
}

main().catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
});
