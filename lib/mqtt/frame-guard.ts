/** A packet that carries no reading: a CONNECT, also one with a will, needs no more, nor does a SUBSCRIBE. */
export const SMALL_BYTES = 16 * 1024;
/** The type of a PUBLISH. */
export const PUBLISH = 3;

/**
 * Watches the bytes of one MQTT connection go by and tells when a packet announces more than its limit, before anybody
 * buffers it. The fixed header is a type byte and a length of one to four bytes of seven bits each (MQTT 3.1.1, 2.2.3).
 */
export class FrameGuard {
  private phase: "type" | "length" | "body" = "type";
  private left = 0;
  private shift = 0;
  private packetType = 0;
  /** Packets whose first byte has gone by. */
  begun = 0;
  private announced = 0;

  constructor(
    /** Bytes that the next packet, of this type, may have. */
    private readonly limit: (packetType: number) => number,
    /** Called with the bytes of each PUBLISH that has gone by as a whole. */
    private readonly onPublish: (bytes: number) => void = () => {},
  ) {}

  /** False when a packet is too large or its length malformed; the connection is to be dropped then. */
  take(chunk: Uint8Array): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.phase === "body") {
        const step = Math.min(this.left, chunk.length - at);
        this.left -= step;
        at += step;
      } else if (this.phase === "type") {
        this.phase = "length";
        this.left = 0;
        this.shift = 0;
        this.packetType = (chunk[at] as number) >> 4;
        this.begun += 1;
        at += 1;
      } else {
        const byte = chunk[at] as number;
        at += 1;
        this.left += (byte & 0x7f) * 2 ** this.shift;
        this.shift += 7;
        const hasMore = (byte & 0x80) !== 0;
        if (this.left > this.limit(this.packetType) || (hasMore && this.shift >= 28)) return false;
        if (!hasMore) {
          this.phase = "body";
          this.announced = this.left;
        }
      }
      if (this.phase === "body" && this.left === 0) {
        this.phase = "type";
        if (this.packetType === PUBLISH) this.onPublish(this.announced);
      }
    }
    return true;
  }
}
