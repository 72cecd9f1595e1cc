import { connect, type IClientOptions, type IClientPublishOptions, type MqttClient } from "mqtt";

export type Order = { id: number; device: string; settings: Record<string, unknown> };

/** A gateway with a third-party MQTT client; it does not reconnect. */
export class GatewayClient {
  readonly orders: Order[] = [];
  private readonly errors: Error[] = [];

  private constructor(
    readonly mqtt: MqttClient,
    private readonly mac: string,
  ) {
    mqtt.on("message", (_topic, payload) => this.orders.push(JSON.parse(payload.toString()) as Order));
    mqtt.on("error", (error) => this.errors.push(error));
  }

  /** Connects; rejects with the broker's reason. */
  static async connect(url: string, mac: string, password: string, options: IClientOptions = {}) {
    const mqtt = connect(url, {
      username: mac,
      password,
      reconnectPeriod: 0,
      connectTimeout: 5000,
      clientId: `gw-${Math.random()}`.slice(0, 20),
      ...options,
    });
    const client = new GatewayClient(mqtt, mac);
    await new Promise<void>((resolve, reject) => {
      mqtt.once("connect", () => resolve());
      mqtt.once("error", reject);
      mqtt.once("close", () => reject(client.errors[0] ?? new Error("closed")));
    });
    return client;
  }

  /** Resolves once the broker has acknowledged; rejects if the connection ends before. */
  publish(topic: string, body: unknown, options: IClientPublishOptions = {}): Promise<void> {
    const payload = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const closed = () => reject(new Error("the broker closed the connection"));
      this.mqtt.once("close", closed);
      this.mqtt.publish(topic, payload, { qos: 1, ...options }, (error) => {
        this.mqtt.off("close", closed);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  readings(readings: unknown[], options: IClientPublishOptions = {}) {
    return this.publish(`ingest/${this.mac}/readings`, { readings }, options);
  }

  answer(body: Record<string, unknown>) {
    return this.publish(`command/${this.mac}/response`, body);
  }

  /** Subscribes; returns the code granted by the broker, 128 for a refusal. */
  async subscribe(topic = `command/${this.mac}/request`): Promise<number> {
    return new Promise((resolve) => {
      this.mqtt.subscribe(topic, { qos: 1 }, (error, granted) => resolve(error ? 128 : (granted?.[0]?.qos ?? 0)));
    });
  }

  get isConnected(): boolean {
    return this.mqtt.connected;
  }

  async end(): Promise<void> {
    await this.mqtt.endAsync(true);
  }
}
