import { type Issues, MAXIMUM_ROWS } from "./content.rules";

// The text that loggers of the family Fridge-tag and Q-tag write: names and values, indented by a blank for each level,
// several on a line with commas between them, and tables behind tabs. Taken from files of Fridge-tag 2, Fridge-tag 2 L and
// Q-tag CLm doc LR; WHO PQS E006 asks for what they hold.

/**
 * A name: the value behind it, the names behind that on its line, and what is indented below it, in the order of the file.
 * A name may come several times: each alarm of a list is a line that begins alike.
 */
export type Node = { line: number; value: string; fields: Map<string, string>; children: [name: string, node: Node][] };
/** A line of a table: the cells behind its tab. */
export type TableLine = { line: number; cells: string[] };
export type Tree = { root: Node; tables: Map<string, TableLine[]> };

const LINE = /^( *)([^:\t]{1,60}):(?: (.*))?$/;
const NEXT_FIELD = /, (?=[A-Za-z][\w ]{0,30}:)/;

/** Names of a file: ten a day for years, and the settings. What is longer is no such file. */
const MOST_NAMES = 50_000;
/** Keys and signatures have some hundred signs. */
const LONGEST_VALUE = 1000;
const MOST_LINES = MAXIMUM_ROWS + MOST_NAMES;

const newNode = (line: number, value: string): Node => ({ line, value, fields: new Map(), children: [] });

/** The names and values of a text as a tree, and its tables by the section that they stand in. */
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

/** What is below a node by these names; of several by one name the first. */
export const child = (node: Node | undefined, ...keys: string[]): Node | undefined =>
  keys.reduce<Node | undefined>((at, key) => at?.children.find(([name]) => name === key)?.[1], node);
/** What is said there; empty for nothing. */
export const said = (node: Node | undefined, ...keys: string[]): string => child(node, ...keys)?.value.trim() ?? "";

const NUMBER = /^[+-]?\d{1,5}(?:\.\d{1,3})?$/;
/** What is printed where a number or a time would be while the probe is unplugged: `---`, `--.-`, `--:--`. */
const NO_VALUE = /^(?:-[-.:]*|nan)?$/i;
/** Whether a text says that there is no value. */
export const saysNothing = (text: string): boolean => NO_VALUE.test(text);
/** The number that a text is; null for anything else. */
export const numberOf = (text: string): number | null => (NUMBER.test(text) ? Number(text) : null);

/** How a logger's own text begins, and a section of it: a name alone on its line, and what is indented below. */
const DEVICE = /^\s*Device:[^\n]*\r?\n/;
const SECTION = /^(?:Conf:|(?:Hist|Res|Errors|Data|Marker):[ \t]*\r?\n[ \t])/m;
/** Lines above the first section. */
const HEAD_CHARACTERS = 4096;

/** Whether a text is that of such a logger: tables of other makers begin with the name of their device as well. */
export const isFridgeTag = (text: string): boolean => DEVICE.test(text) && SECTION.test(text.slice(0, HEAD_CHARACTERS));
