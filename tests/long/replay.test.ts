import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT, typescript } from "../../scripts/product/paths.mjs";
import { readSeries } from "../../scripts/replay/series";
import { serialOf } from "../../scripts/replay/world";
import { TEST_PASSWORD } from "../support/environment";
import { describeWithMeasurements, MEASUREMENTS } from "../support/measurements";
import { type Product, startProduct } from "../support/server";

type Found = {
  serial: string;
  side: string;
  startedAt: number;
  raisedAt: number;
  endedAt: number | null;
  peak: number;
  mean: number | null;
  mkt: number | null;
};
type History = { result: { series: { probeId: number; at: number[]; mean: number[] }[]; bucketSeconds: number } };

describeWithMeasurements("real series", () => {
  let product: Product;
  let sql: postgres.Sql;
  let token: string;

  beforeAll(async () => {
    product = await startProduct();
    sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} });
    const response = await fetch(`${product.baseUrl}/service/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "root", password: TEST_PASSWORD }),
    });
    token = ((await response.json()) as { data: { token: string } }).data.token;
  }, 300_000);

  afterAll(async () => {
    await sql?.end();
    await product?.stop();
  });

  async function replay(file: string, ...options: string[]): Promise<string> {
    const env = { ...process.env, BASE_URL: product.baseUrl, DATABASE_URL: product.databaseUrl };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...typescript("scripts/replay.ts"), join(MEASUREMENTS, file), ...options],
      { cwd: ROOT, env },
    );
    return stdout;
  }

  const exceptionsOf = (serial: string) => sql<Found[]>`
    select d.serial_number as serial, e.side, e.peak, e.mean, e.mean_kinetic_temperature as mkt,
           (extract(epoch from e.started_at) * 1000)::float8 as "startedAt", (extract(epoch from e.raised_at) * 1000)::float8 as "raisedAt",
           (extract(epoch from e.ended_at) * 1000)::float8 as "endedAt"
      from exception e join device d on d.id = e.device_id
     where d.serial_number = ${serial} and e.withdrawn_at is null order by e.started_at`;

  /** Every stored value of a probe through the share call, page by page of time. */
  async function history(serial: string, measure: string, from: number, to: number): Promise<Map<number, number>> {
    const [probe] = await sql<{ id: number }[]>`
      select p.id::int from probe p join device d on d.id = p.device_id where d.serial_number = ${serial} and p.measure = ${measure}`;
    const values = new Map<number, number>();
    const step = 3 * 86_400_000;
    for (let start = from; start <= to; start += step) {
      const query = new URLSearchParams({
        probeIds: String(probe?.id),
        from: String(start),
        to: String(Math.min(start + step - 1, to + 1)),
        points: "5000",
      });
      const response = await fetch(`${product.baseUrl}/service/share/history?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { result } = (await response.json()) as History;
      expect(result.bucketSeconds).toBe(0);
      for (const { at, mean } of result.series)
        at.forEach((time, index) => void values.set(time, mean[index] as number));
    }
    return values;
  }

  /** The history equals the file; of contradicting lines the first stays. */
  async function expectEqualToFile(path: string, zone: string) {
    const file = path.split("/").at(-1) as string;
    for (const { suffix, measures, readings } of readSeries(readFileSync(join(MEASUREMENTS, path), "utf8"), zone)) {
      for (const measure of measures) {
        const expected = new Map<number, number>();
        for (const { at, values } of readings)
          if (values[measure] !== undefined && !expected.has(at)) expected.set(at, values[measure]);
        const times = [...expected.keys()].sort((a, b) => a - b);
        const actual = await history(serialOf(file, suffix), measure, times[0] as number, times.at(-1) as number);
        expect([...actual].sort(([a], [b]) => a - b)).toEqual(times.map((at) => [at, expected.get(at)]));
      }
    }
  }

  it("a machine's temperature: every documented anomaly is an exception, contradictions are refused and told", async () => {
    const path = "series/nab_machine_temperature_system_failure.csv";
    // 55 °F for an hour: well under the machine's usual 74 to 101 °F.
    const output = await replay(path, "--minimum", "12.777777777777779", "--delay", "3600");
    expect(output).toContain("22695 readings, 22683 accepted, 0 repeats, 12 refused");
    const found = await exceptionsOf(serialOf("nab_machine_temperature_system_failure.csv", ""));
    const { windows } = JSON.parse(readFileSync(join(MEASUREMENTS, path.replace(".csv", ".events.json")), "utf8")) as {
      windows: [string, string][];
    };
    for (const [from, to] of windows.map((window) =>
      window.map((text) => Date.parse(`${text.slice(0, 19).replace(" ", "T")}Z`)),
    )) {
      expect(
        found.some(
          (one) => one.startedAt <= (to as number) && (one.endedAt ?? Number.POSITIVE_INFINITY) >= (from as number),
        ),
      ).toBe(true);
    }
    expect(Math.min(...found.map((one) => one.peak))).toBeCloseTo(((2.0847212059999998 - 32) * 5) / 9, 6);
    await expectEqualToFile(path, "UTC");
  });

  it("a vaccine logger: the alarm of its own report", async () => {
    const path = "loggers/qtagCLm_RCPJ00010_run03.csv";
    await replay(path, "--minimum", "2", "--maximum", "8", "--delay", "1800");
    const [alarm, ...others] = await exceptionsOf(serialOf("qtagCLm_RCPJ00010_run03.csv", ""));
    expect(others).toEqual([]);
    expect(alarm).toMatchObject({ side: "above", endedAt: null, peak: 12.7 });
    // The device counts from the end of its first interval, ours from the first reading outside.
    expect(alarm?.startedAt).toBe(Date.UTC(2023, 3, 17, 15, 23));
    expect(alarm?.raisedAt).toBe(Date.UTC(2023, 3, 17, 15, 53));
    // The logger cuts its figures off after one decimal.
    const cut = (value: number | null = null) => Math.floor((value ?? Number.NaN) * 10) / 10;
    const figures = async () => {
      const [one] = await exceptionsOf(serialOf("qtagCLm_RCPJ00010_run03.csv", ""));
      return [cut(one?.mean), one?.mkt];
    };
    // The worker stores them within a minute. Since the logger stopped, nearly all of the open alarm is unobserved.
    await expect.poll(figures, { timeout: 150_000, interval: 2000 }).toEqual([10.4, null]);
    await expectEqualToFile(path, "UTC");
  }, 300_000);

  it("a fridge that froze and warmed for weeks: the days of the device's own alarms have exceptions", async () => {
    const path = "loggers/fridgetag2L_130500109088.csv";
    await replay(path, "--minimum", "2", "--maximum", "8", "--delay", "3600");
    const found = await exceptionsOf(serialOf("fridgetag2L_130500109088.csv", ""));
    const { days } = JSON.parse(readFileSync(join(MEASUREMENTS, path.replace(".csv", ".device.json")), "utf8")) as {
      days: { Date: string; alarm: Record<"0" | "1", { "t Acc": string }> }[];
    };
    const DAY = 86_400_000;
    const minutesOn = (day: number, side: string) =>
      found
        .filter((one) => one.side === side)
        .reduce(
          (sum, one) =>
            sum +
            Math.max(0, Math.min(one.endedAt ?? Number.POSITIVE_INFINITY, day + DAY) - Math.max(one.startedAt, day)),
          0,
        ) / 60_000;
    // Short crossings alarm nobody, so the device's accumulated minutes are only compared where they are many.
    const long = days
      .flatMap(({ Date: date, alarm }) => [
        { date, side: "below", minutes: Number(alarm["0"]["t Acc"]) },
        { date, side: "above", minutes: Number(alarm["1"]["t Acc"]) },
      ])
      .filter(({ minutes }) => minutes >= 300);
    expect(long.length).toBeGreaterThan(20);
    for (const { date, side, minutes } of long) {
      expect({ date, side, near: Math.abs(minutesOn(Date.parse(`${date}T00:00:00Z`), side) - minutes) <= 90 }).toEqual({
        date,
        side,
        near: true,
      });
    }
    await expectEqualToFile(path, "UTC");
  });

  it("an office's air: carbon dioxide above 1,000 ppm is found on working days alone, and nothing changes by sending it twice", async () => {
    const path = "series/uci_occupancy_training.csv";
    const options = ["--measure", "co2", "--maximum", "1000", "--delay", "600", "--zone", "Europe/Brussels"];
    await replay(path, ...options);
    const serial = serialOf("uci_occupancy_training.csv", "");
    const found = await exceptionsOf(serial);
    expect(found.length).toBeGreaterThan(0);
    for (const { startedAt } of found) {
      const weekday = new Intl.DateTimeFormat("en", { timeZone: "Europe/Brussels", weekday: "short" }).format(
        startedAt,
      );
      expect(["Mon", "Tue", "Wed", "Thu", "Fri"]).toContain(weekday);
    }
    expect(await replay(path, ...options)).toContain("8143 readings, 0 accepted, 8143 repeats, 0 refused");
    expect([...(await exceptionsOf(serial))]).toEqual([...found]);
    await expectEqualToFile(path, "Europe/Brussels");
  });

  it("five rooms over months, through the change to summer time", async () => {
    const path = "series/uci_appliances_rooms_1-5.csv";
    const output = await replay(path, "--minimum", "17", "--maximum", "26", "--zone", "Europe/Brussels");
    // The logger's clock did not change: an hour of its times does not exist in Brussels and falls onto the next one.
    const [accepted, repeats, refused] =
      /(\d+) accepted, (\d+) repeats, (\d+) refused/.exec(output)?.slice(1).map(Number) ?? [];
    expect(accepted).toBe(5 * 14_935);
    expect((repeats ?? 0) + (refused ?? 0)).toBe(5 * 6);
    await expectEqualToFile(path, "Europe/Brussels");
    // 75,000 readings through a process of their own: more than the usual 20 s where others use the machine as well.
  }, 90_000);
});
