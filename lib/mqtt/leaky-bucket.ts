/** So much at once, and so much more in each second after. */
export type Allowance = { burst: number; perSecond: number };

type Level = { amount: number; at: number };

/** Names with a level of their own; further ones share levels until some have leaked away. */
const MAXIMUM_NAMES = 20_000;
const SHARED_LEVELS = 1024;
/** How often names that have leaked away are looked for while there is no room, in ms. */
const SWEEP_MS = 1000;

/** How much of its allowance each name has used: a bucket that leaks. Instants in epoch ms, waits in ms. */
export class LeakyBucket {
  private readonly levels = new Map<string, Level>();
  /** By a hash of the name. */
  private readonly shared = new Map<number, Level>();
  private nextSweepAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly allowance: Allowance,
    private readonly maximumNames = MAXIMUM_NAMES,
  ) {}

  /** Milliseconds until `amount` more is within the allowance of `name`; 0 if it is now. More than a burst is one. */
  waitMs(name: string, amount: number, now: number): number {
    const { burst, perSecond } = this.allowance;
    const asked = Math.min(amount, burst);
    return Math.max(0, Math.ceil(((this.levelOf(name, now) + asked - burst) / perSecond) * 1000));
  }

  /** Counts `amount` if it is within, and only then: whoever is refused may ask again. The wait, 0 if counted. */
  spend(name: string, amount: number, now: number): number {
    const wait = this.waitMs(name, amount, now);
    if (wait === 0) this.set(name, this.levelOf(name, now) + amount, now);
    return wait;
  }

  /** Takes back what was counted. */
  giveBack(name: string, amount: number, now: number): void {
    if (this.levels.has(name) || this.shared.has(sharedIndex(name)))
      this.set(name, Math.max(0, this.levelOf(name, now) - amount), now);
  }

  private set(name: string, amount: number, now: number): void {
    if (this.levels.has(name) || this.hasRoom(now)) this.levels.set(name, { amount, at: now });
    else this.shared.set(sharedIndex(name), { amount, at: now });
  }

  /** Only levels that have leaked away make room: whoever brings many names has none of them forgotten. */
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

/** Of this process alone, so that nobody can choose whom to share with. */
const SEED = Math.floor(Math.random() * 2 ** 32);

/** FNV-1a: in this process the same name always shares with the same others. */
function sharedIndex(name: string): number {
  let hash = SEED;
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % SHARED_LEVELS;
}
