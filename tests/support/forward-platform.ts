import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { db } from "@/db/client";
import { sendForwarding } from "@/features/forward/delivery/delivery.jobs";

export type Message = {
  id: string;
  type: string;
  replay?: boolean;
  sign?: string;
  readings?: { device: string; at: string; values: Record<string, number>; carrier?: string }[];
  exceptions?: Record<string, unknown>[];
};

/** The temperatures of messages in order of arrival. */
export const temperaturesOf = (messages: readonly Message[]) =>
  messages.flatMap((message) => message.readings ?? []).map((reading) => reading.values.temperature);

/** A platform that accepts every POST by default. */
export class HttpPlatform {
  readonly messages: Message[] = [];
  readonly bodies: string[] = [];
  readonly keys: string[] = [];
  answer: (message: Message, request: IncomingMessage) => number | Promise<number> = () => 200;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<HttpPlatform> {
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", async () => {
        const message = JSON.parse(body) as Message;
        const status = await platform.answer(message, request);
        if (status < 300) {
          platform.messages.push(message);
          platform.bodies.push(body);
        }
        platform.keys.push(String(request.headers["idempotency-key"]));
        response.writeHead(status, { location: "http://127.0.0.1:1/" }).end("{}");
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const platform = new HttpPlatform(server, (server.address() as AddressInfo).port);
    return platform;
  }

  temperatures = () => temperaturesOf(this.messages);

  close = () =>
    new Promise<void>((done) => {
      this.server.closeAllConnections();
      this.server.close(() => done());
    });
}

type Line = { id?: string; type: string } & Record<string, unknown>;

/** A platform that receives one JSON per line, and confirms each by default. */
export class TcpPlatform {
  readonly lines: Line[] = [];
  readonly sockets = new Set<Socket>();
  connections = 0;
  answer: (line: Line) => object | null = ({ id }) => ({ id, ok: true });

  private constructor(
    private readonly server: TcpServer,
    readonly port: number,
  ) {}

  static async start(): Promise<TcpPlatform> {
    const server = createTcpServer((socket) => platform.accept(socket));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const platform = new TcpPlatform(server, (server.address() as AddressInfo).port);
    return platform;
  }

  private accept(socket: Socket) {
    this.connections += 1;
    this.sockets.add(socket);
    let rest = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const text of lines) {
        const line = JSON.parse(text) as Line;
        this.lines.push(line);
        const answer = line.id === undefined ? null : this.answer(line);
        if (answer) socket.write(`${JSON.stringify(answer)}\n`);
      }
    });
  }

  messages = () => this.lines.filter(({ type }) => type === "readings") as unknown as Message[];

  /** Closes the connections; new ones are accepted. */
  hangUp = () => {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  };

  close = () =>
    new Promise<void>((done) => {
      this.hangUp();
      this.server.close(() => done());
    });
}

/** A worker as it runs beside web, with only the job that forwards. */
export function startForwardWorker() {
  const stopping = new AbortController();
  const context = { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: stopping.signal };
  const running = sendForwarding.run({}, context);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
