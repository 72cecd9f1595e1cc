import { parseArgs } from "node:util";
import { type Db, openDb, transaction } from "@/db/client";
import { DEFAULT_SHARDS, DistributionError, planDistribution } from "@/db/distribute";
import { type Refusal, tryStatements } from "./distribute/trial";

const USAGE = `npm run db:distribute -- [--shards ${DEFAULT_SHARDS}] [--dry-run]

Turns the tables that grow with time into distributed tables of Citus, in the database of DATABASE_URL (the coordinator).
Stop the product first: the tables are locked while their rows move. docs/scale.md has the plan.`;

/** A refusal whose message is printed without a stack trace. */
class Refused extends Error {
  constructor(readonly refusals: readonly Refusal[]) {
    super(`${refusals.length} statements of the product would be refused by the database`);
  }
}

async function distribute(db: Db, statements: readonly string[]): Promise<void> {
  await transaction(db, async (tx) => {
    for (const statement of statements) {
      console.log(`${statement};`);
      await tx.$client.unsafe(statement);
    }
    const refusals: Refusal[] = [];
    const trial = transaction(tx, async (inner) => {
      refusals.push(...(await tryStatements(inner, Date.now())));
      throw new DistributionError("the trial leaves nothing behind");
    });
    await trial.catch((error: unknown) => {
      if (!(error instanceof DistributionError)) throw error;
    });
    if (refusals.length > 0) throw new Refused(refusals);
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      shards: { type: "string", default: String(DEFAULT_SHARDS) },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const url = process.env.DATABASE_URL;
  if (!url) throw new DistributionError("DATABASE_URL is needed: the embedded database has no Citus");
  const db = openDb(url, 2);
  try {
    const { citus, done, statements, afterwards } = await planDistribution(db.$client, Number(values.shards));
    console.log(`-- Citus ${citus.version} with ${citus.workers} worker nodes`);
    if (done.length > 0) console.log(`-- distributed already: ${done.join(", ")}`);
    if (statements.length + afterwards.length === 0) return console.log("-- nothing is left to do");
    const whole = statements.length === 0 ? [] : ["begin", ...statements, "commit"];
    if (values["dry-run"]) return console.log([...whole, ...afterwards, ""].join(";\n").trim());
    if (statements.length > 0) await distribute(db, statements);
    for (const statement of afterwards) {
      console.log(`${statement};`);
      await db.$client.unsafe(statement);
    }
    console.log("-- done");
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}

function explain(error: unknown): string {
  if (error instanceof Refused) {
    const lines = error.refusals.map(({ step, reason }) => `  ${step}: ${reason}`);
    return [`${error.message}; nothing was changed:`, ...lines].join("\n");
  }
  return (error as Error).message;
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});
