import { demoDatabase } from "./demo-database";

/** Simulates a slow database: blocks reads of this table until the returned function is called. */
export async function lockTable(table: string): Promise<() => Promise<void>> {
  const sql = demoDatabase();
  let release = () => {};
  const over = new Promise<void>((resolve) => {
    release = resolve;
  });
  let work: Promise<unknown> = over;
  await new Promise<void>((resolve, reject) => {
    work = sql.begin(async (tx) => {
      await tx`lock table ${tx(table)} in access exclusive mode`;
      resolve();
      await over;
    });
    work.catch(reject);
  });
  return async () => {
    release();
    await work;
    await sql.end();
  };
}
