/** Burst size, and the rate per second at which it is replenished. */
export type Allowance = { burst: number; perSecond: number };

type Level = { amount: number; at: number };

/** Number of names with their own level; further ones share levels until some have drained. */
const MAXIMUM_NAMES = 20_000;
const SHARED_LEVELS = 1024;
/** How often drained names are removed while the table is full, in ms. */
const SWEEP_MS = 1000;

/** A leaky bucket per name: the used part of its allowance. Instants in epoch ms, waits in ms. */
export class LeakyBucket {
  private readonly levels = new Map<string, Level>();
  /** By a hash of the name. */
  private readonly shared = new Map<number, Level>();
  private nextSweepAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly allowance: Allowance,
    private readonly maximumNames = MAXIMUM_NAMES,
  ) {}

  /** Milliseconds until `amount` fits the allowance of `name`, 0 if it does now. More than a burst counts as one. */
  waitMs(name: string, amount: number, now: number): number {
    const { burst, perSecond } = this.allowance;
    const asked = Math.min(amount, burst);
    return Math.max(0, Math.ceil(((this.levelOf(name, now) + asked - burst) / perSecond) * 1000));
  }

  /** Counts `amount` only if it fits, so that a refused caller can try again. Returns the wait, 0 if counted. */
  spend(name: string, amount: number, now: number): number {
    const wait = this.waitMs(name, amount, now);
    if (wait === 0) this.set(name, this.levelOf(name, now) + amount, now);
    return wait;
  }

  /** Undoes a count. */
  giveBack(name: string, amount: number, now: number): void {
    if (this.levels.has(name) || this.shared.has(sharedIndex(name)))
      this.set(name, Math.max(0, this.levelOf(name, now) - amount), now);
  }

  private set(name: string, amount: number, now: number): void {
    if (this.levels.has(name) || this.hasRoom(now)) this.levels.set(name, { amount, at: now });
    else this.shared.set(sharedIndex(name), { amount, at: now });
  }

  /** Only drained levels are evicted, so that a caller with many names cannot reset any of them. */
  private hasRoom(now: number): boolean {
    if (this.levels.size < this.maximumNames) return true;
    if (now < this.nextSweepAt && this.nextSweepAt - now <= SWEEP_MS) return false;
    this.nextSweepAt = now + SWEEP_MS;
    for (const [name, level] of this.levels) if (this.left(level, now) === 0) this.levels.delete(name);
    return this.levels.size < this.maximumNames;
  }

  private levelOf(name: string, now: number): number {
    const known = this.levels.get(name) ?? this.shared.get(sharedIndex(name));
    return known ? this.left(known, now) : 0;
  }

  private left({ amount, at }: Level, now: number): number {
    return Math.max(0, amount - (Math.max(0, now - at) / 1000) * this.allowance.perSecond);
  }
}

/** Random per process, so that callers cannot choose which names share a level. */
const SEED = Math.floor(Math.random() * 2 ** 32);

/** FNV-1a: within this process a name always shares with the same others. */
function sharedIndex(name: string): number {
  let hash = SEED;
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % SHARED_LEVELS;
}
