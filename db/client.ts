import "server-only";
import { connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/env/env";

/** The raw postgres.js client; in a transaction, the client of the transaction's connection. */
export type Sql = postgres.Sql;

/** Drizzle over a connection or a transaction; `$client` is the raw client of the same connection, for hot paths. */
export type Db = PostgresJsDatabase & { $client: Sql };

// Without the schema, which only `db.query` would need: Drizzle examines all tables whenever it is given one, and takes
// 5 ms of each transaction for it.
const OPTIONS = { casing: "snake_case" } as const;

/**
 * After a lost connection the pool retries soon (the driver's own backoff grows to 20 s) and gives up before the
 * caller's timeout. In seconds.
 */
export const PATIENCE = { backoff: () => 0.25, connect_timeout: 5 };

type Place = { host: readonly string[]; port: readonly number[]; path?: string };

/**
 * Sends at once, as PostgreSQL's own library does. The driver leaves Nagle's algorithm on: with it the end of each COPY
 * waits twice for the server's delayed acknowledgement, 80 ms in which a transaction holds its locks. Several hosts in
 * one address are not supported.
 */
function openSocket({ host: [host = ""], port: [port = 0], path }: Place): Socket {
  const socket = path ? connect(path) : connect({ host, port, noDelay: true });
  // A connection that ends while a statement waits to be sent keeps that statement in the driver (3.4.9), and the first
  // message of its successor waits behind it until a kilobyte has gathered; each statement fails after `connect_timeout`
  // meanwhile. Whoever has said nothing is sent back at once: the driver connects again, with the same statement.
  socket.once("connect", () => setImmediate(() => socket.bytesWritten === 0 && socket.destroy()));
  // The driver takes the name for TLS from the socket.
  return Object.assign(socket, { host, port });
}
/** An option of the driver that is missing in its types. */
const AT_ONCE = { socket: openSocket };

/** Opens a pool. Scripts must call `$client.end()` when they finish. */
export function openDb(url: string, max: number): Db {
  const client = postgres(url, {
    max,
    ...PATIENCE,
    ...AT_ONCE,
    onnotice: () => {},
    connection: { application_name: "frostline" },
  });
  return drizzle(client, OPTIONS);
}

const shared = globalThis as typeof globalThis & { frostlineDb?: Db };

/** The pool of this process, opened at first use, because a build imports this file without a database. */
export function db(): Db {
  shared.frostlineDb ??= openDb(env().DATABASE_URL, env().DATABASE_POOL);
  return shared.frostlineDb;
}

/** Whether a transaction is over; its callback may still be running. */
type Life = { isOver: boolean };

/**
 * The transaction's client, which rejects statements once the transaction is over: the driver has then returned the
 * connection to the pool, and the statement would run inside another transaction.
 */
function guarded(sql: postgres.TransactionSql, life: Life): postgres.TransactionSql {
  const assertAlive = () => {
    if (life.isOver) throw Object.assign(new Error("the transaction is over"), { code: "CONNECTION_CLOSED" });
  };
  return new Proxy(sql, {
    apply(target, self, parts) {
      assertAlive();
      return Reflect.apply(target, self, parts);
    },
    get(target, name, self) {
      if (name === "unsafe" || name === "savepoint") assertAlive();
      return Reflect.get(target, name, self);
    },
  });
}

/** A promise that never settles: the driver then sends neither commit nor rollback. */
const never = () => new Promise<never>(() => {});

/**
 * Runs `work` in one transaction; inside another transaction, in a savepoint. A lost connection rejects with the
 * driver's CONNECTION_CLOSED. Without this wrapper the driver would also send a rollback on the reconnected connection.
 */
export function transaction<T>(outer: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = outer.$client as Sql & { savepoint?: postgres.TransactionSql["savepoint"]; life?: Life };
  const life = client.life ?? { isOver: false };
  const run = async (sql: postgres.TransactionSql): Promise<T> => {
    // Drizzle requires `options` and `begin` on its client; a transaction's client has neither.
    const inner = Object.assign(sql, { options: client.options, begin: sql.savepoint.bind(sql), life });
    try {
      const result = await work(drizzle(guarded(inner, life) as unknown as Sql, OPTIONS));
      return life.isOver ? never() : result;
    } catch (error) {
      // By the next turn of the event loop the driver has abandoned a transaction whose connection is lost.
      await nextTurn();
      if (life.isOver) return never();
      throw error;
    }
  };
  if (client.savepoint) return client.savepoint(run) as Promise<T>;
  const whole = client.begin(run) as Promise<T>;
  const end = () => {
    life.isOver = true;
  };
  whole.then(end, end);
  return whole;
}
