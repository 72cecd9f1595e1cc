import { notAWorkbook as broken } from "./spreadsheet-error";

/** Parser events: an element opens (and, if `isEmpty`, closes at once), text, an element closes. */
export type XmlHandler = {
  /** `name` without its prefix; `attribute` returns one by its full name, decoded. */
  open: (name: string, attribute: (name: string) => string | undefined, isEmpty: boolean) => void;
  /** Decoded; long text may arrive in pieces. */
  text: (text: string) => void;
  close: (name: string) => void;
};

/** The longest tag, comment or text, in characters: a cell of 32,767 characters, all as references, is below it. */
const LONGEST = 256 * 1024;

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Decodes the five predefined entities and numeric references. Entities defined by a document are not supported. */
export function decodeXml(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);?/gi, (_reference, body: string) => {
    if (!body.startsWith("#")) {
      const named = NAMED[body];
      if (named === undefined) throw broken("an unknown entity");
      return named;
    }
    const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
  });
}

/** End of the tag that begins at `from`; -1 if it is incomplete. A `>` within quotes does not end it. */
function endOfTag(text: string, from: number): number {
  let quote = "";
  for (let at = from + 1; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (quote) {
      if (letter === quote) quote = "";
    } else if (letter === ">") return at;
    else if (letter === '"' || letter === "'") quote = letter;
  }
  return -1;
}

const PATTERNS = new Map<string, RegExp>();
function patternOf(name: string): RegExp {
  const known = PATTERNS.get(name) ?? new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  PATTERNS.set(name, known);
  return known;
}

const attributeOf = (tag: string) => (name: string) => {
  const match = patternOf(name).exec(tag);
  return match ? decodeXml(match[1] ?? match[2] ?? "") : undefined;
};

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * A streaming parser for the XML of workbooks: UTF-8, elements, text, CDATA. Comments and instructions are skipped, and
 * a document type is refused: nothing is ever expanded or fetched. `write` takes the next piece of text; `end`
 * completes it.
 */
export function xmlReader(handler: XmlHandler): { write: (piece: string) => void; end: () => void } {
  let rest = "";
  let depth = 0;

  function element(tag: string): void {
    const isClosing = tag[1] === "/";
    const name = localName(/^<\/?([^\s/>]+)/.exec(tag)?.[1] ?? "");
    if (name === "") throw broken("a tag without a name");
    if (isClosing) {
      depth -= 1;
      if (depth < 0) throw broken("its XML is not well-formed");
      handler.close(name);
      return;
    }
    const isEmpty = tag.endsWith("/>");
    handler.open(name, attributeOf(tag), isEmpty);
    if (isEmpty) handler.close(name);
    else depth += 1;
  }

  /** Index after a comment, instruction or CDATA; -1 if it is incomplete, undefined if there is none. */
  function special(at: number): number | undefined {
    if (rest[at + 1] !== "!" && rest[at + 1] !== "?") return undefined;
    const isCData = rest.startsWith("<![CDATA[", at);
    const ending = rest[at + 1] === "?" ? "?>" : isCData ? "]]>" : rest.startsWith("<!--", at) ? "-->" : "";
    if (ending === "") {
      if (rest.length - at < 9) return -1;
      throw broken("a document type");
    }
    const end = rest.indexOf(ending, at + 2);
    if (end === -1) return -1;
    if (isCData) handler.text(rest.slice(at + 9, end));
    return end + ending.length;
  }

  return {
    write(piece) {
      rest += piece;
      let at = 0;
      while (at < rest.length) {
        if (rest[at] !== "<") {
          const next = rest.indexOf("<", at);
          // A reference may be split: text waits for the next tag.
          if (next === -1) break;
          handler.text(decodeXml(rest.slice(at, next)));
          at = next;
        }
        const behind = special(at);
        if (behind === -1) break;
        if (behind !== undefined) {
          at = behind;
          continue;
        }
        const end = endOfTag(rest, at);
        if (end === -1) break;
        element(rest.slice(at, end + 1));
        at = end + 1;
      }
      rest = rest.slice(at);
      if (rest.length > LONGEST) throw broken("a tag or text without an end");
    },
    end() {
      if (depth !== 0 || rest.trim() !== "") throw broken("its XML is cut off");
    },
  };
}
