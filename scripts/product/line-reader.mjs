/** Splits a stream of chunks into lines. */
export class LineReader {
  #rest = "";
  #decoder = new TextDecoder();
  #onLine;

  /** @param {(line: string) => void} onLine */
  constructor(onLine) {
    this.#onLine = onLine;
  }

  /** @param {Uint8Array} chunk */
  push(chunk) {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#onLine(line.trimEnd());
  }

  /** Emits an unfinished last line. */
  end() {
    if (this.#rest) this.#onLine(this.#rest);
    this.#rest = "";
  }
}
