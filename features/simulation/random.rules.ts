/** 32-bit FNV-1a hash of a text, as a seed. */
export function hashText(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return mix(hash);
}

/** Generator of numbers in [0, 1): mulberry32 (Tommy Ettinger, public domain), period 2³². */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Number in [0, 1) at an index of a series. Stateless, so a series can continue anywhere. */
export function uniformAt(seed: number, index: number): number {
  return mix(mix(seed) ^ Math.imul(index >>> 0, 0x9e3779b1)) / 2 ** 32;
}

/** Standard normal number at an index of a series, by the Box–Muller transform; at most 3.5 in magnitude. */
export function gaussianAt(seed: number, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniformAt(seed, index)));
  const value = radius * Math.cos(2 * Math.PI * uniformAt(seed + 1, index));
  return Math.max(-3.5, Math.min(3.5, value));
}

/**
 * Smooth noise in about [-1, 1] with a period near `periodSeconds`: three sines with incommensurable periods and phases
 * from the seed. `at` in epoch milliseconds.
 */
export function wanderAt(seed: number, at: number, periodSeconds: number): number {
  const turns = at / 1000 / periodSeconds;
  return (waveAt(seed, 1, turns) + 0.6 * waveAt(seed, 2, turns * 1.618) + 0.4 * waveAt(seed, 3, turns * 2.414)) / 2;
}

const waveAt = (seed: number, index: number, turns: number): number =>
  Math.sin(2 * Math.PI * (turns + uniformAt(seed, index)));

/** Finaliser of MurmurHash3 (Austin Appleby, public domain): every input bit affects every output bit. */
function mix(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
