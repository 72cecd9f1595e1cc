import { setTimeout as pause } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";

export type Told = { at: number; value: number };

/** The result that a device records without an answer. */
export const NO_ANSWER = "no answer";
/** How long it waits for an answer. */
const PATIENCE_MS = 10_000;

/** A device that measures continuously and buffers what it could not deliver, as real ones do. */
export abstract class SteadySender {
  /** The readings that were accepted, in order. */
  readonly accepted: Told[] = [];
  /** The errors; a test asserts that they contain only those that a device may treat as "try again later". */
  readonly setbacks = new Set<string>();
  /** The longest wait for a positive answer. */
  slowestMs = 0;
  /** The value measured from now on. */
  value = 5;
  private readonly buffer: Told[] = [];
  private lastAt = 0;
  private isMeasuring = true;
  private isGivenUp = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    protected readonly device: string,
    /** The offset of its clock. */
    private readonly clockMs: number = 0,
    private readonly everyMs = 400,
  ) {}

  start(): this {
    this.running = Promise.all([this.measure(), this.deliver()]);
    return this;
  }

  /** Stops measuring and resolves when everything is delivered. */
  async stop(): Promise<void> {
    this.isMeasuring = false;
    await this.running;
  }

  /** Ends at once without delivering the rest. */
  async abandon(): Promise<void> {
    this.isGivenUp = true;
    await this.stop();
  }

  /** The number of readings, delivered or not. */
  get measured(): number {
    return this.accepted.length + this.buffer.length;
  }

  get isCaughtUp(): boolean {
    return this.buffer.length <= 1;
  }

  get newest(): Told | undefined {
    return this.accepted.at(-1);
  }

  /** Sends a batch; resolves when it was accepted, throws if that is unknown. */
  protected abstract send(batch: readonly Told[]): Promise<void>;

  private async measure(): Promise<void> {
    for (; this.isMeasuring; await pause(this.everyMs)) {
      this.lastAt = Math.max(this.lastAt + 1, Date.now() + this.clockMs);
      this.buffer.push({ at: this.lastAt, value: this.value });
    }
  }

  private async deliver(): Promise<void> {
    while (!this.isGivenUp && (this.isMeasuring || this.buffer.length > 0)) {
      const batch = this.buffer.slice(0, 500);
      if (batch.length === 0) {
        await pause(20);
        continue;
      }
      const started = performance.now();
      try {
        await this.send(batch);
        this.slowestMs = Math.max(this.slowestMs, performance.now() - started);
        this.accepted.push(...this.buffer.splice(0, batch.length));
      } catch (error) {
        this.setbacks.add((error as Error).message);
        await pause(200);
      }
    }
  }

  protected readings(batch: readonly Told[]) {
    return batch.map(({ at, value }) => ({ device: this.device, at, values: { temperature: value } }));
  }
}

/** By HTTP, with a customer's token. */
export class HttpSender extends SteadySender {
  constructor(
    device: string,
    private readonly baseUrl: string,
    private readonly token: string,
    clockMs: number,
  ) {
    super(device, clockMs);
  }

  protected async send(batch: readonly Told[]): Promise<void> {
    const { status, text } = await this.post(batch).catch(() => Promise.reject(new Error(NO_ANSWER)));
    if (status !== 200) throw new Error(`status ${status}`);
    const { result } = JSON.parse(text) as { result: { accepted: number; duplicates: number } };
    if (result.accepted + result.duplicates !== batch.length) throw new Error(`refused ${text}`);
  }

  private async post(batch: readonly Told[]) {
    const response = await fetch(`${this.baseUrl}/service/ingest/readings`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.token}` },
      body: JSON.stringify({ readings: this.readings(batch) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status: response.status, text: await response.text() };
  }
}

/** By MQTT, as a gateway with one sensor. */
export class MqttSender extends SteadySender {
  private client: MqttClient | undefined;

  constructor(
    device: string,
    private readonly mac: string,
    private readonly token: string,
    private url: string,
  ) {
    super(device);
  }

  /** Delivers to another broker from now on. */
  moveTo(url: string): void {
    this.url = url;
    this.client?.end(true);
    this.client = undefined;
  }

  protected async send(batch: readonly Told[]): Promise<void> {
    const payload = JSON.stringify({ readings: this.readings(batch) });
    try {
      this.client ??= await this.connect();
      const late = pause(PATIENCE_MS, undefined, { ref: false }).then(() => Promise.reject(new Error("no word")));
      await Promise.race([this.client.publishAsync(`ingest/${this.mac}/readings`, payload, { qos: 1 }), late]);
    } catch {
      // Unknown whether it was accepted, so it is sent again over another connection.
      this.client?.end(true);
      this.client = undefined;
      throw new Error(NO_ANSWER);
    }
  }

  private async connect(): Promise<MqttClient> {
    const login = { username: this.mac, password: this.token };
    const client = await connectAsync(this.url, { ...login, reconnectPeriod: 0, connectTimeout: PATIENCE_MS }, false);
    return client.on("error", () => {});
  }

  override async stop(): Promise<void> {
    await super.stop();
    this.client?.end(true);
  }
}
