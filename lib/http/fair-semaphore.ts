import "server-only";

type Waiting = { sender: string; enter: () => void };

/** Limits of concurrent entries: of all senders together, and of one. */
export type Room = { total: number; perSender: number };

/**
 * Limits concurrent entries; the others wait and are never refused. Next is the sender with the fewest entries, among
 * equals the one that waits longest, so that one sender cannot starve the others.
 */
export class FairSemaphore {
  private readonly inside = new Map<string, number>();
  private sum = 0;
  private waiting: Waiting[] = [];

  constructor(private readonly room: Room) {}

  /** Resolves with a release function when there is capacity. Rejects with the signal's reason if it is aborted. */
  async enter(sender: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.hasRoom(sender)) this.count(sender, 1);
    else await this.wait(sender, signal);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.count(sender, -1);
      this.letIn();
    };
  }

  private wait(sender: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.waiting = this.waiting.filter((other) => other !== one);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const one: Waiting = { sender, enter };
      this.waiting.push(one);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** Freed capacity is assigned synchronously, so that new arrivals cannot overtake. */
  private letIn(): void {
    let next: Waiting | undefined;
    for (const one of this.waiting)
      if (this.hasRoom(one.sender) && (!next || this.of(one.sender) < this.of(next.sender))) next = one;
    if (!next) return;
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.count(next.sender, 1);
    next.enter();
  }

  private hasRoom(sender: string): boolean {
    return this.sum < this.room.total && this.of(sender) < this.room.perSender;
  }

  private of(sender: string): number {
    return this.inside.get(sender) ?? 0;
  }

  private count(sender: string, by: 1 | -1): void {
    this.sum += by;
    const now = this.of(sender) + by;
    if (now > 0) this.inside.set(sender, now);
    else this.inside.delete(sender);
  }
}
