/** Messages of one connection that were read and are not taken yet: while there are many, nothing more is read. */
export class Backlog {
  private readonly sizes: number[] = [];
  bytes = 0;
  /** Called when one was taken. */
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

  /** Forgets the oldest: messages of a connection are taken in their order. */
  taken(): void {
    this.bytes -= this.sizes.shift() ?? 0;
    this.onTaken();
  }
}
