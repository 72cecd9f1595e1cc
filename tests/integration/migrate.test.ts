import { expect, inject, it } from "vitest";
import { openDb } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { cloneTemplate } from "../support/template";

it("a database from before the first release is refused in one line, and left as it is", async () => {
  const url = await cloneTemplate(inject("adminUrl"), "none", "migrate_test");
  const db = openDb(url, 1);
  try {
    await migrateDatabase(url);
    await db.$client`update drizzle.__drizzle_migrations set created_at = created_at - 86400000`;
    const before = await db.$client`select * from drizzle.__drizzle_migrations`;
    await expect(migrateDatabase(url)).rejects.toThrow(/before its first release.*DATABASE_URL.*DATA_DIR/);
    expect([...(await db.$client`select * from drizzle.__drizzle_migrations`)]).toEqual([...before]);
  } finally {
    await db.$client.end({ timeout: 5 });
  }
});
