/** Messages of one connection that were read but not processed yet: while there are too many, reading pauses. */
export class Backlog {
  private readonly sizes: number[] = [];
  bytes = 0;
  /** Called when a message was processed. */
  onTaken: () => void = () => {};

  constructor(private readonly limit: { messages: number; bytes: number }) {}

  get messages(): number {
    return this.sizes.length;
  }

  get hasRoom(): boolean {
    return this.sizes.length < this.limit.messages && this.bytes < this.limit.bytes;
  }

  add(bytes: number): void {
    this.sizes.push(bytes);
    this.bytes += bytes;
  }

  /** Removes the oldest: messages of a connection are processed in order. */
  taken(): void {
    this.bytes -= this.sizes.shift() ?? 0;
    this.onTaken();
  }
}
