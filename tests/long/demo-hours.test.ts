import { afterAll, expect, it } from "vitest";
import { openDb, transaction } from "@/db/client";
import { seedDemo } from "@/db/seed/demo";
import { testDatabaseUrl } from "../support/database";

const db = openDb(testDatabaseUrl(), 2);
afterAll(() => db.$client.end({ timeout: 5 }));

/**
 * A Sunday that ends a month and the Monday after it, the day after a short month, a new year, both changes of the clocks
 * in Munich.
 */
const DATES = ["2027-01-31", "2027-02-01", "2027-03-01", "2027-01-01", "2026-10-25", "2027-03-28"];
const HOURS = ["00:05", "08:00", "15:30", "23:50"];
const UNDONE = new Error("undone");

// The seed counts what it has made and throws where a count is off.
it.each(DATES.flatMap((date) => HOURS.map((hour) => `${date}T${hour}:00Z`)))(
  "the demo world made at %s holds what it promises, and a critical exception that nobody has acknowledged",
  async (instant) => {
    const now = Date.parse(instant);
    const options = { now, seed: 1, authSecret: "a secret for the tests only", password: "Frost2026" };
    const made = transaction(db, async (tx) => {
      expect(await seedDemo(tx, options)).toMatchObject({ carriers: 61, devices: 169 });
      const [critical] = await tx.$client`
        select measure from exception
         where severity = 'critical' and kind = 'range' and ended_at is null and acknowledged_at is null`;
      expect(critical).toEqual({ measure: "temperature" });
      throw UNDONE;
    });
    await expect(made).rejects.toBe(UNDONE);
  },
  180_000,
);
