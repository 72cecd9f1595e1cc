import "server-only";
import type { Socket } from "node:net";
import { type Endpoint, openSocket } from "@/lib/outbound/guarded-socket";
import { OutboundError, outboundError } from "@/lib/outbound/outbound-error";
import {
  DONE_REQUEST,
  isDoneByte,
  isStatusByte,
  STATUS_BYTES,
  STATUS_REQUEST,
  type TicketTrouble,
  troubleOf,
} from "./status";

/** A printer on a network of its own answers at once; one that does not answer by then has no status channel. */
const STATUS_MS = 1500;

export type TicketTarget = Endpoint & {
  /** For the connection. */
  timeoutMs: number;
  /** For the confirmation that everything is on paper. */
  printMs: number;
};

/** The printer is there and cannot print; nothing was sent to it. */
export class TicketTroubleError extends Error {
  constructor(readonly trouble: TicketTrouble) {
    super(`the printer reports: ${trouble}`);
    this.name = "TicketTroubleError";
  }
}

/** The ticket was sent, whole or in part, and nothing says whether it is on paper. */
export class TicketUnclearError extends Error {
  constructor(readonly trouble: TicketTrouble | null) {
    super(trouble ? `the printer reports: ${trouble}` : "the printer confirmed nothing");
    this.name = "TicketUnclearError";
  }
}

/** Collects what the printer sends. */
class Answers {
  readonly #bytes: number[] = [];
  #wake = () => {};
  isClosed = false;

  constructor(socket: Socket) {
    socket.on("data", (chunk: Buffer) => {
      this.#bytes.push(...chunk);
      this.#wake();
    });
    socket.once("close", () => {
      this.isClosed = true;
      this.#wake();
    });
  }

  /** Removes and returns what `find` recognises, or null after the time or when the connection ends. */
  async wait<T>(find: (bytes: number[]) => T | null, ms: number): Promise<T | null> {
    const end = Date.now() + ms;
    for (;;) {
      const found = find(this.#bytes);
      const left = end - Date.now();
      if (found !== null || left <= 0 || this.isClosed) return found;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  get count(): number {
    return this.#bytes.length;
  }
}

const takeStatus = (bytes: number[]) => (bytes.length >= STATUS_BYTES ? bytes.splice(0, STATUS_BYTES) : null);

/** The three status bytes; null if the printer does not answer. Throws OutboundError (`answer`) for anything else. */
async function askStatus(socket: Socket, answers: Answers): Promise<number[] | null> {
  socket.write(STATUS_REQUEST);
  const status = await answers.wait(takeStatus, STATUS_MS);
  if (status === null && answers.count === 0) {
    if (answers.isClosed) throw new OutboundError("closed");
    return null;
  }
  if (status === null || !status.every(isStatusByte)) throw new OutboundError("answer", "not a status of ESC/POS");
  return status;
}

/** A printer without paper accepts no more once its buffer is full. */
const written = (socket: Socket, bytes: Buffer, ms: number): Promise<void> =>
  new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new OutboundError("timeout")), ms);
    socket.write(bytes, (error) => {
      clearTimeout(timer);
      if (error) fail(error);
      else done();
    });
  });

/** Ends the connection after everything is sent. */
const ended = (socket: Socket): Promise<void> =>
  new Promise((done) => {
    socket.once("close", () => done());
    socket.end();
    setTimeout(() => socket.destroy(), STATUS_MS).unref();
  });

/**
 * Whether the printer can print, and whether it answers at all. Throws OutboundError, or TicketTroubleError.
 */
export async function checkTicketPrinter(target: TicketTarget): Promise<{ answers: boolean }> {
  const socket = await openSocket(target, target.timeoutMs);
  try {
    const status = await askStatus(socket, new Answers(socket));
    const trouble = status && troubleOf(status);
    if (trouble) throw new TicketTroubleError(trouble);
    return { answers: status !== null };
  } finally {
    socket.destroy();
  }
}

/**
 * Prints a ticket. `isConfirmed`: the printer said that everything is on paper; one without a status channel confirms
 * nothing. Throws OutboundError or TicketTroubleError while nothing was sent, TicketUnclearError afterwards.
 */
export async function printTicket(target: TicketTarget, bytes: Buffer): Promise<{ isConfirmed: boolean }> {
  const socket = await openSocket(target, target.timeoutMs);
  const answers = new Answers(socket);
  try {
    const status = await askStatus(socket, answers);
    const trouble = status && troubleOf(status);
    if (trouble) throw new TicketTroubleError(trouble);
    return { isConfirmed: await send(socket, answers, bytes, { answers: status !== null, ms: target.printMs }) };
  } catch (error) {
    if (error instanceof TicketTroubleError || error instanceof TicketUnclearError) throw error;
    throw outboundError(error);
  } finally {
    socket.destroy();
  }
}

type Confirmation = { answers: boolean; ms: number };

async function send(socket: Socket, answers: Answers, bytes: Buffer, confirmation: Confirmation): Promise<boolean> {
  try {
    await written(socket, Buffer.concat([bytes, ...(confirmation.answers ? [DONE_REQUEST] : [])]), confirmation.ms);
  } catch {
    throw new TicketUnclearError(null);
  }
  if (!confirmation.answers) {
    await ended(socket);
    return false;
  }
  const isDone = await answers.wait((received) => (received.some(isDoneByte) ? true : null), confirmation.ms);
  if (isDone) return true;
  const status = answers.isClosed ? null : await askStatus(socket, answers).catch(() => null);
  throw new TicketUnclearError(status && troubleOf(status));
}
