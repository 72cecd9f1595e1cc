import { demoDatabase } from "./demo-database";

/** Publishes on the live bus of the product that the browser tests run against, as the worker does. */
export async function publishLive(events: readonly object[]): Promise<void> {
  const sql = demoDatabase();
  await sql`select pg_notify('frostline_live', ${JSON.stringify(events)})`;
  await sql.end();
}
