import "server-only";
import type { Socket } from "node:net";
import { Answers } from "./answers";
import { openSocket } from "./guarded-socket";
import type { Link, LinkSettings, Outgoing } from "./link-settings";
import { OutboundError, outboundError } from "./outbound-error";

/** A platform that sends more without a line end does not use this protocol. */
const MAXIMUM_LINE = 64 * 1024;
const LOGIN_ID = "login";

/**
 * One JSON per line in both directions. From "at least once" on, the platform answers each message with a line that
 * contains its id; "at most once" is complete when the line is handed to the system.
 */
export class TcpLink implements Link {
  private readonly answers = new Answers();
  private readonly heartbeat: NodeJS.Timeout | undefined;
  private rest = "";

  private constructor(
    private readonly socket: Socket,
    private readonly settings: LinkSettings,
  ) {
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => this.read(String(chunk)));
    socket.on("error", (error) => this.answers.failAll(outboundError(error)));
    socket.on("close", () => {
      clearInterval(this.heartbeat);
      this.answers.failAll(new OutboundError("closed"));
    });
    if (settings.heartbeatSeconds > 0) {
      const beat = () => this.isOpen && socket.write('{"type":"heartbeat"}\n');
      this.heartbeat = setInterval(beat, settings.heartbeatSeconds * 1000);
      this.heartbeat.unref();
    }
  }

  static async open(settings: LinkSettings): Promise<TcpLink> {
    const { username, password, clientId, timeoutMs } = settings;
    const link = new TcpLink(await openSocket(settings, timeoutMs), settings);
    if (!username) return link;
    const login = { id: LOGIN_ID, type: "login", clientId, username, password };
    try {
      await link.send({ id: LOGIN_ID, body: JSON.stringify(login) });
    } catch (error) {
      await link.close();
      const { failure, detail } = outboundError(error);
      throw failure === "refused" ? new OutboundError("login", detail) : error;
    }
    return link;
  }

  get isStanding(): boolean {
    return this.settings.heartbeatSeconds > 0;
  }

  get isOpen(): boolean {
    return this.socket.writable && !this.socket.destroyed;
  }

  async send({ id, body }: Outgoing): Promise<void> {
    const { qos, timeoutMs } = this.settings;
    if (!this.isOpen) throw new OutboundError("closed");
    if (qos === 0) return this.write(body);
    const confirmed = this.answers.wait(id, timeoutMs);
    confirmed.catch(() => {});
    // A socket that accepts no more data is detected by the reply timeout.
    await Promise.all([Promise.race([this.write(body), confirmed]), confirmed]);
  }

  async close(): Promise<void> {
    clearInterval(this.heartbeat);
    this.socket.destroySoon();
  }

  private write(body: string): Promise<void> {
    const { timeoutMs } = this.settings;
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        this.socket.destroy();
        fail(new OutboundError("timeout"));
      }, timeoutMs);
      this.socket.write(`${body}\n`, (error) => {
        clearTimeout(timer);
        if (error) fail(outboundError(error));
        else done();
      });
    });
  }

  private read(chunk: string): void {
    const lines = (this.rest + chunk).split("\n");
    this.rest = lines.pop() ?? "";
    if (this.rest.length > MAXIMUM_LINE) this.socket.destroy(new OutboundError("answer", "a line has no end"));
    for (const line of lines) this.answers.take(line);
  }
}
