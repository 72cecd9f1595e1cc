import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

/** What a ticket printer has on paper: lines, QR codes, cuts. */
export type Printed = { lines: string[]; codes: string[]; cuts: number };

const DLE = 0x10;
const ESC = 0x1b;
const GS = 0x1d;
const FS = 0x1c;

/**
 * Reads ESC/POS as a printer does: text in the chosen character set, `GS ( k` as QR codes, `GS V` as cuts. Throws for a
 * command that it does not know, so that nothing is overlooked.
 */
export function decodeTickets(bytes: Buffer, charset: string): Printed {
  const printed: Printed = { lines: [], codes: [], cuts: 0 };
  let line: number[] = [];
  let stored = "";
  let at = 0;
  const flush = () => {
    printed.lines.push(new TextDecoder(charset).decode(Uint8Array.from(line)));
    line = [];
  };
  const byte = () => {
    const value = bytes[at];
    if (value === undefined) throw new Error("the ticket ends within a command");
    at += 1;
    return value;
  };
  while (at < bytes.length) {
    const first = byte();
    if (first === 0x0a) flush();
    else if (first === DLE) at += 2;
    else if (first === FS) {
      const command = byte();
      if (command === 0x43) at += 1;
    } else if (first === ESC) {
      const command = byte();
      if (command === 0x64) at += 1;
      else if (command === 0x45 || command === 0x61 || command === 0x74) at += 1;
      else if (command !== 0x40) throw new Error(`unknown ESC ${command}`);
    } else if (first === GS) {
      const command = byte();
      if (command === 0x56) {
        at += 2;
        printed.cuts += 1;
      } else if (command === 0x21 || command === 0x72) at += 1;
      else if (command === 0x28) {
        byte();
        const length = byte() + byte() * 256;
        const content = bytes.subarray(at, at + length);
        at += length;
        if (content[1] === 0x50) stored = content.subarray(3).toString("utf8");
        if (content[1] === 0x51) printed.codes.push(stored);
      } else throw new Error(`unknown GS ${command}`);
    } else line.push(first);
  }
  return printed;
}

/** How the printer behaves: `silent` has no status channel, `nonsense` is another service, `mute` confirms nothing. */
export type Behaviour = "ready" | "noPaper" | "coverOpen" | "silent" | "nonsense" | "mute" | "hangUp";

const STATUS: Partial<Record<Behaviour, [number, number, number]>> = {
  noPaper: [0b0001_1010, 0b0011_0010, 0b0111_0010],
  coverOpen: [0b0001_1010, 0b0001_0110, 0b0001_0010],
};
const READY: [number, number, number] = [0b0001_0010, 0b0001_0010, 0b0001_0010];

/** A ticket printer on a local port, which answers status requests as its behaviour says. */
export async function startTicketPrinter(charset = "gb18030") {
  let behaviour: Behaviour = "ready";
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const chunks: Buffer[] = [];
    let asked = 0;
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      const whole = Buffer.concat(chunks);
      // Contacts that only ask for the status print nothing.
      if (whole.includes(ESC)) received.push(whole);
    });
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (behaviour === "nonsense") return void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n");
      if (behaviour === "silent") return;
      const hasTicket = chunk.includes(ESC);
      if (behaviour === "hangUp" && hasTicket) return void socket.destroy();
      if (chunk[0] === DLE && !hasTicket) {
        asked += 1;
        socket.write(Buffer.from(STATUS[behaviour] ?? READY));
      }
      const end = chunk.subarray(-3);
      if (end[0] === GS && end[1] === 0x72 && behaviour !== "mute") socket.write(Buffer.from([0]));
      if (asked > 50) socket.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    /** The tickets so far, oldest first. */
    tickets: (): Printed[] => received.map((bytes) => decodeTickets(bytes, charset)),
    behave(next: Behaviour) {
      behaviour = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
