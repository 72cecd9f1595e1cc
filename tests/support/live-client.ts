import { setTimeout as pause } from "node:timers/promises";

type Reading = { probeId: number; at: number; value: number };
type Points = { result: { items: { probes: { id: number; at: number | null; value: number | null }[] }[] } };

/** An open console: the latest value of each probe from the live stream; re-reads values that it may have missed. */
export class LiveClient {
  readonly values = new Map<number, { at: number; value: number }>();
  /** How often the stream was opened, and how often it requested a re-read. */
  connections = 0;
  resets = 0;
  private lastEventId = "";
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;

  constructor(
    private readonly baseUrl: string,
    private readonly session: string,
  ) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.follow(signal);
      } catch {
        // The stream broke or nothing answers: reconnects below, as a browser does.
      }
      await pause(300, undefined, { signal }).catch(() => {});
    }
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const response = await fetch(`${this.baseUrl}/service/live`, {
      headers: { ...this.bearer(), ...(this.lastEventId !== "" && { "last-event-id": this.lastEventId }) },
      signal,
    });
    if (response.status !== 200 || !response.body) throw new Error(`status ${response.status}`);
    this.connections += 1;
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) await this.hear(block);
    }
  }

  private bearer() {
    return { authorization: `Bearer ${this.session}` };
  }

  private async hear(block: string): Promise<void> {
    const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s, 2)));
    const { event, data, id } = fields as Record<string, string | undefined>;
    if (event === "reading") for (const reading of JSON.parse(data ?? "[]") as Reading[]) this.note(reading);
    if (event === "reset") this.resets += 1;
    if (event === "reset" || (event === "ready" && this.lastEventId === "")) await this.readAnew();
    if (id) this.lastEventId = id;
  }

  private note({ probeId, at, value }: Reading): void {
    if (at >= (this.values.get(probeId)?.at ?? 0)) this.values.set(probeId, { at, value });
  }

  private async readAnew(): Promise<void> {
    const response = await fetch(`${this.baseUrl}/service/carrier/monitoring?iDisplayLength=100`, {
      headers: this.bearer(),
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status !== 200) throw new Error(`status ${response.status}`);
    const { result } = (await response.json()) as Points;
    for (const { id: probeId, at, value } of result.items.flatMap(({ probes }) => probes))
      if (at !== null && value !== null) this.note({ probeId, at, value });
  }
}
