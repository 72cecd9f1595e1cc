import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { credentials, SUPERUSER } from "../../scripts/embedded-postgres/cluster.mjs";
import { freePort } from "../../scripts/product/port.mjs";
import { startWeb } from "../../scripts/product/product.mjs";
import { authSecret, readSettings, serviceEnvironment } from "../../scripts/product/settings.mjs";
import { Supervisor } from "../../scripts/product/supervisor.mjs";
import { isolatedEnvironment } from "./environment";

export type OlderApi = {
  /** The console that delegates these calls to the older API; sessions of the other console are valid in it too. */
  baseUrl: string;
  /** The received requests, as `PUT /service/x`. */
  heard: string[];
  /** Sets the answer of the older API from now on. A body that is not a string is sent as JSON. */
  answer(status: number, body: unknown): void;
  /** From now on it accepts calls and never answers. */
  beSilent(): void;
  stop(): Promise<void>;
};

/** An older HTTP API, and a web server on the browser tests' database that delegates these paths to it. */
export async function startOlderApi(paths: readonly string[]): Promise<OlderApi> {
  const heard: string[] = [];
  let listener: RequestListener = () => {};
  const older = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    // Answers once the body has arrived, as servers of this kind do.
    request.resume().once("end", () => listener(request, response));
  });
  await new Promise<void>((resolve) => older.listen(0, "127.0.0.1", resolve));
  const supervisor = new Supervisor();
  const stop = async () => {
    await supervisor.stop();
    older.closeAllConnections();
    older.close();
  };
  try {
    const environment = isolatedEnvironment({
      PORT: String(await freePort()),
      HOST: "localhost",
      TRUSTED_PROXIES: "1",
      DATA_DIR: process.env.E2E_DATA_DIR as string,
      SEED: "demo",
      SIMULATE: "off",
      LOGIN_CAPTCHA: "off",
      MQTT_PORT: "off",
      LEGACY_API_URL: `http://127.0.0.1:${(older.address() as AddressInfo).port}`,
      LEGACY_PATHS: paths.join(","),
    });
    const settings = readSettings(environment);
    const { port, password } = await credentials(settings.dataDirectory);
    const databaseUrl = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/frostline`;
    await startWeb({
      supervisor,
      env: serviceEnvironment(settings, { databaseUrl, secret: authSecret(settings, undefined) }, environment),
      logs: path.join(settings.dataDirectory, "logs/beside"),
      say: () => {},
      address: settings.address,
    });
    return {
      baseUrl: settings.address,
      heard,
      answer(status, body) {
        const text = typeof body === "string" ? body : JSON.stringify(body);
        const type = typeof body === "string" ? "text/html" : "application/json;charset=UTF-8";
        listener = (_request, response) => response.writeHead(status, { "content-type": type }).end(text);
      },
      beSilent() {
        listener = () => {};
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
