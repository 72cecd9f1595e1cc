import { setTimeout as sleep } from "node:timers/promises";
import { BASE_URL, makeFleet, post, quantile, settled, sql } from "./support";

/**
 * Latency from an accepted reading to the live event at 3,000 readings/s, cycling over 10,000 probes: from the moment a
 * gateway sends a batch to the arrival of its event at an HTTP listener. It includes the endpoint, the commit, the bus
 * and the stream.
 */
const READINGS_PER_SECOND = 3000;
/** The gateways start one after another within a second, so they aim higher to reach the rate on average. */
const AIM = 3300;
const GATEWAYS = 30;
const SECONDS = 20;
const MEDIAN_MS = 150;
const P99_MS = 300;
/** Two probes each. */
const DEVICES = 5000;
/** Query plans and JIT compilation warm up. */
const WARM_UP_SECONDS = 5;

const fleet = await makeFleet(DEVICES);
await settled();
const login = await fetch(`${BASE_URL}/service/user/login`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ username: "root", password: "Frost2026" }),
});
const { data } = (await login.json()) as { data: { token: string } };

const sentAt = new Map<number, number>();
const latencies: number[] = [];
const listening = new AbortController();
const stream = await fetch(`${BASE_URL}/service/live`, {
  headers: { authorization: `Bearer ${data.token}` },
  signal: listening.signal,
});
if (!stream.ok || !stream.body) throw new Error(`the live stream answers ${stream.status}`);
const reader = listen(stream.body).catch((error: unknown) => {
  if (!listening.signal.aborted) throw error;
});

/** Every reading has a unique time, which identifies it in the event. */
let clock = Date.now() - 3_600_000;
const perBatch = AIM / GATEWAYS;
let sent = 0;
async function gateway(number: number) {
  const devices = fleet.serialNumbers.filter((_, index) => index % GATEWAYS === number);
  await sleep((1000 / GATEWAYS) * number);
  const start = performance.now();
  let turn = 0;
  for (let second = 0; second < WARM_UP_SECONDS + SECONDS; second += 1) {
    const now = performance.now();
    const isCounted = second >= WARM_UP_SECONDS;
    const readings = Array.from({ length: perBatch }, () => {
      clock += 1;
      if (isCounted) sentAt.set(clock, now);
      const measure = Math.floor(turn / devices.length) % 2 === 0 ? "temperature" : "humidity";
      const device = devices[turn % devices.length];
      turn += 1;
      return { device, at: clock, values: { [measure]: (measure === "temperature" ? 5 : 55) + (clock % 7) / 10 } };
    });
    await post(fleet.token, JSON.stringify({ readings }), readings.length);
    if (isCounted) sent += readings.length;
    await sleep(Math.max(0, start + (second + 1) * 1000 - performance.now()));
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: GATEWAYS }, (_, number) => gateway(number)));
const rate = sent / ((performance.now() - started) / 1000 - WARM_UP_SECONDS);
await sleep(2000);
listening.abort();
await reader;

const [median, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
const holds = rate >= READINGS_PER_SECOND && median < MEDIAN_MS && p99 < P99_MS;
console.log(`live: ${Math.round(rate)} readings/s for ${SECONDS} s, ${latencies.length} events heard`);
console.log(
  `live: median ${median.toFixed(0)} ms (bound ${MEDIAN_MS}), p99 ${p99.toFixed(0)} ms (bound ${P99_MS}): ${holds ? "holds" : "FAILS"}`,
);
if (!holds) process.exitCode = 1;
await sql.end();

/** An event contains the latest value of a probe in its batch; its `at` identifies the reading. */
async function listen(body: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const now = performance.now();
    const text = rest + decoder.decode(chunk, { stream: true });
    const lines = text.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("data: [")) continue;
      for (const { at } of JSON.parse(line.slice(6)) as { at: number }[]) {
        const sentTime = sentAt.get(at);
        if (sentTime !== undefined) latencies.push(now - sentTime);
      }
    }
  }
}
