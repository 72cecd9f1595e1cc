import { execFile } from "node:child_process";
import { promisify } from "node:util";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDb, transaction } from "@/db/client";
import { DISTRIBUTION, planDistribution } from "@/db/distribute";
import { dropPartitions, ensurePartitions, findPartitions } from "@/db/partitions";
import { recreateReaders } from "@/db/readers";
import { tryStatements } from "../../scripts/distribute/trial";
import { ROOT, typescript } from "../../scripts/product/paths.mjs";
import { readTree } from "../../scripts/source-tree";
import { testDatabaseUrl } from "../support/database";
import { isolatedEnvironment, TEST_ENVIRONMENT } from "../support/environment";

/** The command as an operator has it: what it says, and its exit code. */
async function run(...options: string[]) {
  const env = isolatedEnvironment({ ...TEST_ENVIRONMENT, DATABASE_URL: testDatabaseUrl() });
  const args = [...typescript("scripts/distribute.ts"), ...options];
  return promisify(execFile)(process.execPath, args, { cwd: ROOT, env }).then(
    ({ stdout }) => ({ code: 0, said: stdout.trim() }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr.trim() }),
  );
}

/**
 * Citus as far as the command asks for it: its catalogue and functions lie before the system's own in the search path,
 * and note what they are called with. Nothing of this shows what Citus itself makes of a statement.
 */
const CATALOGUE = `
  create schema fake;
  create table fake.pg_extension (extname name, extversion text);
  create table fake.pg_available_extensions (name name);
  create table fake.node (node_name text, node_port bigint);
  create table fake.pg_dist_partition (logicalrelid regclass, partmethod "char", partkey text);
  create table fake.called (id bigint generated always as identity, what text);
  create function fake.citus_get_active_worker_nodes() returns setof fake.node language sql as 'select * from fake.node';
  create function fake.column_to_column_name(regclass, text) returns text language sql as 'select $2';
  create function fake.create_distributed_table(regclass, text, colocate_with text) returns void language sql as $$
    insert into fake.called (what) select format('%s by %s with %s, %s shards', replace($1::text, '"', ''), $2, $3, current_setting('citus.shard_count'));
    insert into fake.pg_dist_partition values ($1, 'h', $2) $$;
  create function fake.truncate_local_data_after_distributing_table(regclass) returns void language plpgsql as $$ begin
    insert into fake.called (what) select format('truncate %s', replace($1::text, '"', ''));
    execute format('truncate %s', $1); end $$;`;

let sql: postgres.Sql;

beforeAll(() => {
  sql = postgres(testDatabaseUrl(), { max: 1, onnotice: () => {} });
});
afterAll(() => sql.end());

const calls = async () =>
  (await sql<{ what: string }[]>`select what from fake.called order by id`).map(({ what }) => what);

it("says that the server has no Citus", async () => {
  const { code, said } = await run();
  expect([code, said]).toEqual([1, expect.stringMatching(/^the database server has no Citus: install it/)]);
});

/** The pieces of the product's source, from one interpolation to the next, that match: SQL, for comments are left out. */
function findSql(wanted: RegExp): { path: string; text: string }[] {
  return readTree(ROOT)
    .filter(({ path }) => /^(?:features|lib|worker)\/.*(?<!\.test)\.ts$/.test(path))
    .flatMap(({ path, text }) => {
      const pieces = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "").split(/`|\$\{|\}/);
      return pieces.filter((piece) => wanted.test(piece)).map((piece) => ({ path, text: piece }));
    });
}

it("tries every question that the product asks of a distributed table, and PostgreSQL refuses none", async () => {
  const db = openDb(testDatabaseUrl(), 2);
  const asked: string[] = [];
  db.$client.options.debug = (_connection, statement) => asked.push(statement);
  const refusals: unknown[] = [];
  try {
    const trial = transaction(db, async (tx) => {
      refusals.push(...(await tryStatements(tx, Date.now())));
      throw new Error("nothing stays");
    });
    await expect(trial).rejects.toThrow("nothing stays");
  } finally {
    await db.$client.end({ timeout: 5 });
  }
  expect(refusals).toEqual([]);
  const readers = (
    await sql<{ name: string }[]>`select proname as name from pg_proc where prosrc ~ 'from (reading|position)'`
  ).map(({ name }) => name);
  const tables = DISTRIBUTION.map(({ table }) => table).join("|");
  const questions = findSql(
    new RegExp(`\\b(?:from|join|into|update|using|copy) (?:${tables})\\b|\\b(?:${readers.join("|")})\\(`),
  );
  expect(questions.length).toBeGreaterThan(30);
  expect(questions.filter(({ text }) => !asked.some((statement) => statement.includes(text)))).toEqual([]);
});

describe("where Citus is there", () => {
  beforeAll(async () => {
    await sql.unsafe(CATALOGUE);
    await sql.unsafe(
      `do $$ begin execute format('alter database %I set search_path = public, fake, pg_catalog', current_database()); end $$`,
    );
    await sql.end();
    sql = postgres(testDatabaseUrl(), { max: 1, onnotice: () => {} });
  });
  beforeEach(async () => {
    await sql.unsafe(`
      truncate fake.pg_extension, fake.pg_available_extensions, fake.node, fake.pg_dist_partition, fake.called;
      insert into fake.pg_extension values ('citus', '13.2-1');
      insert into fake.pg_available_extensions values ('citus');
      insert into fake.node values ('node-1', 5432), ('node-2', 5432)`);
  });

  const plan = () => planDistribution(sql as never, 64);

  it.each([
    ["truncate fake.pg_available_extensions", "the database server has no Citus"],
    ["truncate fake.pg_extension", "run `create extension citus` in it"],
    ["update fake.pg_extension set extversion = '11.3-1'", "Citus 11.3-1 is too old: 12 or newer"],
    ["truncate fake.node", "no worker node: add some with `select citus_add_node"],
    [
      "insert into fake.pg_dist_partition values ('reading', 'h', 'at')",
      "reading is distributed by at, and would have to be by probe_id",
    ],
  ])("refuses after %s", async (change, reason) => {
    await sql.unsafe(change);
    await expect(plan()).rejects.toThrow(reason);
  });

  it.each([0, -1, 1.5, Number.NaN, 5000])("refuses %d shards", async (shards) => {
    await expect(planDistribution(sql as never, shards)).rejects.toThrow(
      "--shards must be a whole number from 1 to 1024",
    );
  });

  it.each([
    [
      "alter table reading_hour add constraint probe_fk foreign key (probe_id) references probe (id)",
      /reading_hour: the foreign key probe_fk/,
    ],
    ["create trigger t after insert on position for each row execute function note_heard()", /position: the trigger t/],
    [
      "create unique index hour_key on reading_hour (hour)",
      /reading_hour: the unique index hour_key does not contain the column probe_id/,
    ],
  ])("names what is in the way: %s", async (change, obstacle) => {
    await expect(
      sql.begin(async (tx) => {
        await tx.unsafe(change);
        await planDistribution(tx as never, 64);
      }),
    ).rejects.toThrow(obstacle);
  });

  it("shows what it would do, and does nothing", async () => {
    const { code, said } = await run("--dry-run", "--shards", "32");
    expect([code, said.replace(/create or replace function (\w+)[^;]*; end'/g, "$1 is called")]).toEqual([
      0,
      `-- Citus 13 with 2 worker nodes
begin;
set local citus.shard_count = 32;
set local citus.multi_shard_modify_mode = 'sequential';
select create_distributed_table('reading', 'probe_id', colocate_with => 'none');
select create_distributed_table('reading_hour', 'probe_id', colocate_with => 'reading');
select create_distributed_table('position', 'carrier_id', colocate_with => 'none');
held_hours_between is called;
hours_between is called;
newest_readings is called;
oldest_hour is called;
oldest_positions is called;
oldest_readings is called;
positions_between is called;
readings_between is called;
state_held_since is called;
commit;
select truncate_local_data_after_distributing_table('reading');
select truncate_local_data_after_distributing_table('reading_hour');
select truncate_local_data_after_distributing_table('position');`,
    ]);
    expect(await calls()).toEqual([]);
  });

  it("distributes, tries what the product asks of it, leaves nothing of that, and has nothing to do the second time", async () => {
    const first = await run();
    expect([first.code, first.said.split("\n").at(-1)]).toEqual([0, "-- done"]);
    expect(await calls()).toEqual([
      ...DISTRIBUTION.map(({ table, column, colocateWith }) => `${table} by ${column} with ${colocateWith}, 64 shards`),
      ...DISTRIBUTION.map(({ table }) => `truncate ${table}`),
    ]);
    for (const table of ["reading", "reading_hour", "position", "probe", "customer where code = 'REPLAY'"])
      expect(await sql.unsafe(`select from ${table}`), table).toHaveLength(0);
    const second = await run();
    expect([second.code, second.said.split("\n").slice(1)]).toEqual([
      0,
      ["-- distributed already: reading, reading_hour, position", "-- nothing is left to do"],
    ]);
    expect(await calls()).toHaveLength(6);
  });

  it("has readers called where tables are distributed, after each migration, and planned with the question where not", async () => {
    await sql.unsafe(`create function hours_of(probe bigint) returns table (hour timestamptz) language sql stable as
      'select h.hour from reading_hour h where h.probe_id = probe'`);
    const planned = async () =>
      (await sql`explain (costs off) select * from hours_of(1)`).map((row) => row["QUERY PLAN"]).join("\n");
    await recreateReaders(sql as never);
    expect(await planned()).toMatch(/ on reading_hour h/);
    await sql`insert into fake.pg_dist_partition values ('reading', 'h', 'probe_id')`;
    await recreateReaders(sql as never);
    expect(await planned()).toBe("Function Scan on hours_of");
    await sql`drop function hours_of`;
  });

  it("frees what an earlier one has left on the coordinator, and nothing else", async () => {
    await sql`insert into fake.pg_dist_partition values ('reading', 'h', 'probe_id'), ('reading_hour', 'h', 'probe_id'), ('position', 'h', 'carrier_id')`;
    expect(await plan()).toMatchObject({ statements: [], afterwards: [] });
    await sql`insert into reading_hour (probe_id, hour, count, sum, minimum, maximum) values (1, now(), 1, 1, 1, 1)`;
    const { code, said } = await run();
    expect([code, said.split("\n").slice(2)]).toEqual([
      0,
      ["select truncate_local_data_after_distributing_table('reading_hour');", "-- done"],
    ]);
    expect(await calls()).toEqual(["truncate reading_hour"]);
  });

  it("goes on where an earlier one has stopped", async () => {
    await sql`insert into fake.pg_dist_partition values ('reading', 'h', 'probe_id')`;
    const { statements } = await plan();
    expect(
      statements.filter((one) => one.includes("create_distributed_table")).map((one) => one.split("'")[1]),
    ).toEqual(["reading_hour", "position"]);
  });

  it("undoes all of it where the database refuses what the product asks, and names that", async () => {
    // What Citus says of a limit within a lateral subquery, for one table of the three.
    await sql.unsafe(`
      create or replace function fake.refuse() returns trigger language plpgsql as $$ begin raise exception 'cannot push down this'; end $$;
      create or replace function fake.create_distributed_table(regclass, text, colocate_with text) returns void language plpgsql as $$ begin
        if $1 = 'position'::regclass then
          create trigger refuse before insert on position for each row execute function fake.refuse();
        end if;
        insert into fake.pg_dist_partition values ($1, 'h', $2); end $$`);
    const { code, said } = await run();
    expect(code).toBe(1);
    const [told, ...refusals] = said.split("\n");
    expect(told).toBe(
      `${refusals.length} statements of the product would be refused by the database; nothing was changed:`,
    );
    expect(refusals).toContain("  ingest of many readings: cannot push down this");
    // Of the three tables the one that takes positions in, and nobody else.
    expect(refusals.filter((one) => !/^ {2}ingest of .*: cannot push down this$/.test(one))).toEqual([]);
    expect(await sql`select from fake.pg_dist_partition`).toHaveLength(0);
    expect(await sql`select from pg_trigger where tgname = 'refuse'`).toHaveLength(0);
  });

  it("takes partitions out in the way that Citus knows", async () => {
    const db = openDb(testDatabaseUrl(), 2);
    const month = Date.UTC(2001, 3);
    await sql.unsafe(`
      create table fake.ddl (query text);
      create function fake.note_ddl() returns event_trigger language plpgsql as $$ begin insert into fake.ddl values (current_query()); end $$;
      create event trigger note_ddl on ddl_command_end execute function fake.note_ddl()`);
    try {
      const ways = async () =>
        (await sql<{ query: string }[]>`select query from fake.ddl where query ~ 'detach'`).map(({ query }) => query);
      const make = () => ensurePartitions(db.$client, month, month);
      const drop = () => dropPartitions(db.$client, ({ toMs }) => toMs < Date.UTC(2002, 0));
      await make();
      expect(await drop()).toEqual(["position_2001_04", "reading_2001_04"]);
      expect(await ways()).toEqual([
        "alter table position detach partition position_2001_04 concurrently",
        "alter table reading detach partition reading_2001_04 concurrently",
      ]);
      await sql`truncate fake.ddl`;
      await sql`insert into fake.pg_dist_partition values ('reading', 'h', 'probe_id')`;
      await make();
      expect(await drop()).toHaveLength(2);
      expect(await ways()).toContain("alter table reading detach partition reading_2001_04");
      expect(await ways()).toContain("alter table position detach partition position_2001_04 concurrently");
      expect((await findPartitions(db.$client)).filter(({ name }) => name.endsWith("2001_04"))).toEqual([]);
    } finally {
      await sql`drop event trigger note_ddl`;
      await db.$client.end({ timeout: 5 });
    }
  });
});
