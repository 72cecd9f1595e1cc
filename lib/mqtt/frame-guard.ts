/** Limit of packets other than PUBLISH: sufficient for a CONNECT, even with a will, or a SUBSCRIBE. */
export const SMALL_BYTES = 16 * 1024;
/** Packet type of PUBLISH. */
export const PUBLISH = 3;

/**
 * Scans the bytes of one MQTT connection and detects a packet that announces more than its limit before it is buffered.
 * The fixed header is a type byte and a length of one to four bytes with seven bits each (MQTT 3.1.1, 2.2.3).
 */
export class FrameGuard {
  private phase: "type" | "length" | "body" = "type";
  private left = 0;
  private shift = 0;
  private packetType = 0;
  /** Number of packets whose first byte has been seen. */
  begun = 0;
  private announced = 0;

  constructor(
    /** Permitted bytes of the next packet, which has this type. */
    private readonly limit: (packetType: number) => number,
    /** Called with the size of each complete PUBLISH. */
    private readonly onPublish: (bytes: number) => void = () => {},
  ) {}

  /** False if a packet is too large or its length malformed; the connection must then be closed. */
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
