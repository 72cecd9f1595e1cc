import { demoDatabase } from "./demo-database";

/** A slow database: nobody else reads this table of the product under test until the function returned is called. */
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
