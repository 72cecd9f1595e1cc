/** The arguments of a message: their names with their kind, `tag` for rich text. */
export type Arguments = Map<string, string>;

const QUOTABLE = "{}<>|#";
const PLURALS = ["plural", "selectordinal"];

/**
 * The arguments of an ICU message. Numbers, plurals and plain values count as one kind, because languages differ in
 * what they inflect. The kind of a select contains its cases. Throws an Error with the reason if the message is
 * malformed.
 */
export function parseArguments(message: string): Arguments {
  const found: Arguments = new Map();
  const reader = new Reader(message, found);
  reader.message(undefined);
  return found;
}

class Reader {
  #at = 0;

  constructor(
    private readonly text: string,
    private readonly found: Arguments,
  ) {}

  /** Reads up to the closing brace of a case, the closing tag or the end. */
  message(end: "}" | "</" | undefined): void {
    while (this.#at < this.text.length) {
      const rest = this.text.slice(this.#at);
      if (rest.startsWith("'")) this.#quoted();
      else if (rest.startsWith("{")) this.#argument();
      else if (rest.startsWith("</")) {
        if (end === "</") return;
        throw new Error("a closing tag without its opening");
      } else if (/^<[a-zA-Z]/.test(rest)) this.#tag();
      else if (rest.startsWith("}")) {
        if (end === "}") return;
        throw new Error("a } without its {");
      } else this.#at += 1;
    }
    if (end) throw new Error(end === "}" ? "a { without its }" : "a tag that is not closed");
  }

  // '' is an apostrophe, '{ … ' quotes up to the next apostrophe, any other apostrophe is literal.
  #quoted(): void {
    const next = this.text[this.#at + 1] ?? "";
    if (next === "'") this.#at += 2;
    else if (QUOTABLE.includes(next) && next !== "") {
      const close = this.text.indexOf("'", this.#at + 2);
      this.#at = close < 0 ? this.text.length : close + 1;
    } else this.#at += 1;
  }

  #tag(): void {
    const [opening, name, selfClosing] = this.#take(/<([a-zA-Z][\w-]*)\s*(\/?)>/y, "a malformed tag");
    this.#note(name as string, "tag");
    if (selfClosing || !opening) return;
    this.message("</");
    this.#take(new RegExp(`</${name}\\s*>`, "y"), `<${name}> is closed by another tag`);
  }

  #argument(): void {
    const [, name, kind, end] = this.#take(/\{\s*([\w-]+)\s*(?:,\s*(\w+)\s*)?([,}])/y, "a malformed argument");
    if (end === "}") this.#note(name as string, kindOf(kind));
    else if (kind && (PLURALS.includes(kind) || kind === "select")) this.#cases(name as string, kind);
    else {
      this.#take(/[^{}]*\}/y, `${name} is not closed`);
      this.#note(name as string, kindOf(kind));
    }
  }

  #cases(name: string, kind: string): void {
    const cases: string[] = [];
    this.#take(/\s*(?:offset:\s*\d+)?\s*/y, "unreachable");
    while (this.text[this.#at] !== "}") {
      const [, label] = this.#take(/\s*(=\d+|[\w-]+)\s*\{/y, `${name}: a malformed ${kind}`);
      cases.push(label as string);
      this.message("}");
      this.#take(/\}\s*/y, `${name}: a case that is not closed`);
    }
    this.#at += 1;
    if (!cases.includes("other")) throw new Error(`${name}: ${kind} without the case other`);
    this.#note(name, kind === "select" ? `select of ${cases.sort().join(", ")}` : "value");
  }

  #take(pattern: RegExp, complaint: string): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (!match) throw new Error(complaint);
    this.#at += match[0].length;
    return match;
  }

  #note(name: string, kind: string): void {
    if (!this.found.has(name) || kind !== "value") this.found.set(name, kind);
  }
}

function kindOf(type: string | undefined): string {
  return type === undefined || type === "number" ? "value" : type;
}
