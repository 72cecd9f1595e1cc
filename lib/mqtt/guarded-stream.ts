import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { Backlog } from "./backlog";

/** Bytes passed on before the backlog is checked again. */
const SLICE_BYTES = 4096;

/**
 * Wraps a socket and inspects each chunk: `look` returns the reason to close the connection, or null to pass the chunk.
 * Reading pauses while the backlog is full, and stops once `closing` is aborted.
 */
export function guardedStream(
  socket: Socket,
  look: (piece: Buffer) => string | null,
  refuse: (reason: string) => void,
  backlog: Backlog,
  closing: AbortSignal,
): Duplex {
  let rest: Buffer | null = null;
  let isWanted = true;
  const stream = new Duplex({
    read: () => {
      isWanted = true;
      feed();
    },
    write: (chunk, _encoding, done) => {
      if (socket.destroyed) done(new Error("closed"));
      else if (socket.write(chunk)) done();
      else socket.once("drain", () => done());
    },
    final: (done) => void socket.end(() => done()),
    destroy: (error, done) => {
      rest = null;
      socket.destroy();
      done(error);
    },
  });
  function feed(): void {
    while (rest !== null && isWanted && backlog.hasRoom && !closing.aborted) {
      const piece: Buffer = rest.subarray(0, SLICE_BYTES);
      rest = rest.length > SLICE_BYTES ? rest.subarray(SLICE_BYTES) : null;
      const reason = look(piece);
      if (reason !== null) {
        refuse(reason);
        stream.destroy(new Error(reason));
        return;
      }
      isWanted = stream.push(piece);
    }
    if (rest === null && isWanted && backlog.hasRoom && !closing.aborted) socket.resume();
    else socket.pause();
  }
  backlog.onTaken = () => void (stream.destroyed || feed());
  socket.on("data", (chunk: Buffer) => {
    rest = rest === null ? chunk : Buffer.concat([rest, chunk]);
    feed();
  });
  socket.on("end", () => {
    rest = null;
    stream.push(null);
  });
  socket.on("error", (error) => stream.destroy(error));
  socket.on("close", () => stream.destroy());
  return stream;
}
