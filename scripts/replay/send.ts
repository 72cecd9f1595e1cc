export type Tally = {
  accepted: number;
  duplicates: number;
  rejected: { device: string; at: number; reason: string }[];
};

type Reading = { device: string; at: number; values: Record<string, number> };

/** The most readings that the ingest endpoint accepts per request. */
const BATCH = 10_000;

/** Sends readings to the ingest endpoint in batches. Throws with the endpoint's message if a whole batch is refused. */
export async function sendReadings(baseUrl: string, token: string, readings: readonly Reading[]): Promise<Tally> {
  const tally: Tally = { accepted: 0, duplicates: 0, rejected: [] };
  for (let start = 0; start < readings.length; start += BATCH) {
    const batch = readings.slice(start, start + BATCH);
    const response = await fetch(`${baseUrl}/service/ingest/readings`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ readings: batch }),
    });
    const { state, result } = (await response.json()) as {
      state: { msg: string };
      result: { accepted: number; duplicates: number; rejected: { index: number; reason: string }[] } | null;
    };
    if (!result) throw new Error(`${response.status}: ${state.msg}`);
    tally.accepted += result.accepted;
    tally.duplicates += result.duplicates;
    for (const { index, reason } of result.rejected) {
      const { device, at } = batch[index] as Reading;
      tally.rejected.push({ device, at, reason });
    }
  }
  return tally;
}
