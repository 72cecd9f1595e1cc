type Broker = { port: number } | { url: string } | null;

export type Doors = {
  http: string;
  mqtt: { url: string; host: string; port: string; topic: string; mac: string } | null;
};

const MQTT_PORTS: Record<string, string> = { mqtt: "1883", mqtts: "8883", ws: "80", wss: "443" };

/** Endpoints for a gateway of this MAC; `origin` is that of the console in the browser. */
export function doorsOf({ origin, broker, mac }: { origin: string; broker: Broker; mac: string }): Doors {
  const http = `${origin}/service/ingest/readings`;
  const own = origin.split("://")[1]?.split(":")[0] ?? "";
  const url = broker && ("url" in broker ? broker.url : `mqtt://${own}:${broker.port}`);
  if (!url || mac === "") return { http, mqtt: null };
  const [scheme = "mqtt", rest = ""] = url.split("://");
  const [host = "", port = MQTT_PORTS[scheme] ?? "1883"] = rest.split(":");
  return { http, mqtt: { url, host, port, topic: `ingest/${mac}/readings`, mac } };
}

type Example = { serialNumber: string; token: string | null; at: number; isDirect: boolean };

/** A shell command with each part on its own line, for readability. */
const command = (...parts: string[]) => parts.join(" \\\n  ");

/** Commands that send one reading as the device: power for a gateway, a temperature for a sensor. */
export function linesOf({ http, mqtt }: Doors, { serialNumber, token, at, isDirect }: Example) {
  const values = isDirect ? { temperature: 5 } : { power: 1 };
  const body = JSON.stringify({ readings: [{ device: serialNumber, at: new Date(at).toISOString(), values }] });
  const key = token ?? "TOKEN";
  const curl = command(
    `curl -X POST '${http}'`,
    `-H 'Authorization: Bearer ${key}'`,
    "-H 'Content-Type: application/json'",
    `-d '${body}'`,
  );
  if (!mqtt || isDirect) return { curl, mqtt: null };
  const account = `-u ${mqtt.mac} -P '${key}'`;
  const server = `mosquitto_pub -h ${mqtt.host} -p ${mqtt.port}`;
  return { curl, mqtt: command(server, account, `-q 1 -t '${mqtt.topic}'`, `-m '${body}'`) };
}
