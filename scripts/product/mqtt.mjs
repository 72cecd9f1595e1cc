import { assertPortFree } from "./port.mjs";

const USUAL_PORT = 1883;

/**
 * Chooses the MQTT port for gateways and the line that announces it. Without a setting, the standard port is used if it
 * is free. A requested port that is taken is an error, except among several processes, where another worker may be
 * using it.
 * @param {{ role?: string, host: string, mqtt: { url?: string, port?: number | "off" } }} settings
 * @returns {Promise<{ port: number | "off", line: string }>}
 */
export async function chooseMqtt({ role = "all", host, mqtt }) {
  if (mqtt.url) {
    if (!URL.canParse(mqtt.url)) throw new Error("MQTT_URL must be an address, as mqtt://broker:1883");
    return { port: "off", line: `MQTT: the broker at ${new URL(mqtt.url).host}` };
  }
  if (mqtt.port === "off") return { port: "off", line: "MQTT: off" };
  const port = mqtt.port ?? USUAL_PORT;
  if (role !== "all") return { port, line: `MQTT: port ${port}, at one worker at a time` };
  try {
    await assertPortFree(port, host, "MQTT_PORT");
  } catch (error) {
    if (mqtt.port !== undefined) throw error;
    return { port: "off", line: `MQTT: off, for port ${port} cannot be had; choose another with MQTT_PORT` };
  }
  return { port, line: `MQTT: mqtt://${host === "0.0.0.0" || host === "::" ? "localhost" : host}:${port}` };
}
