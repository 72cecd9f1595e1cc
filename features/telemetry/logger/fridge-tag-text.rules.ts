import { type Issues, MAXIMUM_ROWS } from "./content.rules";

// The text format of the Fridge-tag and Q-tag loggers: names and values, indented by one space per level, several on a
// line separated by commas, and tables after tabs. Derived from files of Fridge-tag 2, Fridge-tag 2 L and Q-tag CLm doc
// LR; WHO PQS E006 requires their content.

/**
 * A name: its value, the names after it on its line (`fields`), and those indented below it (`children`), in the order
 * of the file. A name may occur several times: each alarm of a list is a line that begins alike.
 */
export type Node = { line: number; value: string; fields: Map<string, string>; children: [name: string, node: Node][] };
/** A line of a table: the cells after its tab. */
export type TableLine = { line: number; cells: string[] };
export type Tree = { root: Node; tables: Map<string, TableLine[]> };

const LINE = /^( *)([^:\t]{1,60}):(?: (.*))?$/;
const NEXT_FIELD = /, (?=[A-Za-z][\w ]{0,30}:)/;

/** Maximum number of names: ten a day for years, plus the settings. A longer file is of another kind. */
const MOST_NAMES = 50_000;
/** Keys and signatures have some hundred characters. */
const LONGEST_VALUE = 1000;
const MOST_LINES = MAXIMUM_ROWS + MOST_NAMES;

const newNode = (line: number, value: string): Node => ({ line, value, fields: new Map(), children: [] });

/** Parses a text into a tree of names and values, and its tables by their section. */
export function readTree(text: string, issues: Issues): Tree {
  const root = newNode(0, "");
  const tables = new Map<string, TableLine[]>();
  const path: Node[] = [root];
  let section = "";
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.length > MOST_LINES) {
    issues.addWhole("rows", `has more than ${MAXIMUM_ROWS} rows`, MAXIMUM_ROWS);
    return { root, tables };
  }
  let names = 0;
  lines.forEach((raw, index) => {
    const line = index + 1;
    if (raw.trim() === "") return;
    if (raw.startsWith("\t")) {
      const rows = tables.get(section) ?? [];
      tables.set(section, rows);
      rows.push({ line, cells: raw.split("\t").slice(1) });
      return;
    }
    const [, indent = "", key = "", value = ""] = LINE.exec(raw.trimEnd()) ?? [];
    const parent = path[indent.length];
    names += 1;
    if (key === "" || !parent || names > MOST_NAMES || value.length > LONGEST_VALUE) {
      issues.add({ line, column: "", rule: "fridgeTag", message: "is no line of such a file", value: raw });
      return;
    }
    const node = newNode(line, value.split(NEXT_FIELD)[0] ?? "");
    parent.children.push([key, node]);
    for (const [place, field] of `${key}: ${value}`.split(NEXT_FIELD).entries()) {
      const [name = "", ...rest] = field.split(":");
      const content = rest.join(":").trim();
      node.fields.set(name.trim(), content);
      if (place > 0) parent.children.push([name.trim(), newNode(line, content)]);
    }
    path.length = indent.length + 1;
    path.push(node);
    if (indent === "") section = key;
  });
  return { root, tables };
}

/** The descendant of a node by these names; the first if several share a name. */
export const child = (node: Node | undefined, ...keys: string[]): Node | undefined =>
  keys.reduce<Node | undefined>((at, key) => at?.children.find(([name]) => name === key)?.[1], node);
/** The value there; empty if there is none. */
export const said = (node: Node | undefined, ...keys: string[]): string => child(node, ...keys)?.value.trim() ?? "";

const NUMBER = /^[+-]?\d{1,5}(?:\.\d{1,3})?$/;
/** Printed in place of a number or a time while the probe is unplugged: `---`, `--.-`, `--:--`. */
const NO_VALUE = /^(?:-[-.:]*|nan)?$/i;
/** Whether a text means that there is no value. */
export const saysNothing = (text: string): boolean => NO_VALUE.test(text);
/** Parses a number; null for anything else. */
export const numberOf = (text: string): number | null => (NUMBER.test(text) ? Number(text) : null);

/** The beginning of such a text, and a section of it: a name alone on its line, with indented content. */
const DEVICE = /^\s*Device:[^\n]*\r?\n/;
const SECTION = /^(?:Conf:|(?:Hist|Res|Errors|Data|Marker):[ \t]*\r?\n[ \t])/m;
/** Characters searched for the first section. */
const HEAD_CHARACTERS = 4096;

/** Whether a text comes from such a logger; tables of other makers also begin with the name of their device. */
export const isFridgeTag = (text: string): boolean => DEVICE.test(text) && SECTION.test(text.slice(0, HEAD_CHARACTERS));
