import { connect, type MqttClient } from "mqtt";
import { replyTo } from "@/features/simulation/command.rules";
import { deviceProperties, gatewayProperties } from "@/features/simulation/property.rules";
import { Order } from "@/features/simulation/simulation.schema";
import { log } from "@/lib/log/log";
import { requestTopic } from "@/lib/mqtt/topics";
import type { LoadedGateway } from "./load";
import type { LiveDevice } from "./world";

const TIMEOUT_MS = 10_000;
/** CONNACK codes of a refused user name or password. */
const REFUSED = new Set([4, 5]);

/** The MQTT connection of one gateway: it sends readings and properties, and receives and executes commands. */
export class GatewayLink {
  private isRefused = false;
  private readonly client: MqttClient;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    url: string,
    private readonly gateway: LoadedGateway,
    token: string,
    private readonly devices: ReadonlyMap<string, LiveDevice>,
    stopped: AbortSignal,
  ) {
    const { mac, serialNumber } = gateway;
    this.client = connect(url, { username: mac, password: token, clientId: serialNumber, reconnectPeriod: 3000 });
    this.client.on("connect", () => this.introduce());
    this.client.on("message", (_topic, payload) => this.obey(payload));
    this.client.on("error", (error) => this.failed(error));
    stopped.addEventListener("abort", () => this.end());
  }

  /** Delivers a batch; the result is that of the HTTP endpoint: 200 once acknowledged, 401 if the token is refused. */
  async deliver(readings: readonly unknown[]): Promise<number> {
    if (this.isRefused) return 401;
    if (!this.client.connected) throw new Error("not connected");
    await this.publish("readings", { readings });
    return 200;
  }

  private async publish(uplink: "readings" | "properties", body: unknown): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("not acknowledged in time")), TIMEOUT_MS);
    });
    const topic = `ingest/${this.gateway.mac}/${uplink}`;
    try {
      await Promise.race([this.client.publishAsync(topic, JSON.stringify(body), { qos: 1 }), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private introduce(): void {
    const { gateway } = this;
    const devices = [...this.devices.values()].map((device) => ({
      device: device.serialNumber,
      properties: deviceProperties(device),
    }));
    Promise.all([
      this.client.subscribeAsync(requestTopic(gateway.mac), { qos: 1 }),
      this.publish("properties", { gateway: gatewayProperties(gateway), devices }),
    ]).catch((error: unknown) => log.debug({ err: error, source: gateway.serialNumber }, "simulator: cut off again"));
  }

  private obey(payload: Buffer): void {
    const order = Order.safeParse(parsed(payload.toString()));
    if (!order.success) return;
    const { id, device: serialNumber, settings } = order.data;
    const live = this.devices.get(serialNumber);
    const target = serialNumber === this.gateway.serialNumber ? this.gateway : (live ?? null);
    const reply = replyTo(target, settings);
    log.info({ source: this.gateway.serialNumber, device: serialNumber, command: id }, "simulator: a command");
    if (reply.isSilent) return;
    const { delayMs, ok, error, applied, reportIntervalSeconds } = reply;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (live && reportIntervalSeconds !== null) live.reportIntervalSeconds = reportIntervalSeconds;
      const body = JSON.stringify({ id, ok, error, applied });
      this.client.publish(`command/${this.gateway.mac}/response`, body, { qos: 1 });
    }, delayMs);
    this.timers.add(timer);
  }

  private failed(error: Error & { code?: unknown }): void {
    if (!REFUSED.has(error.code as number)) return;
    this.isRefused = true;
    this.client.end(true);
  }

  private end(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.client.end(true);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
