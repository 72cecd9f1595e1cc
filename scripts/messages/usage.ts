/** How the code uses messages, as far as static analysis shows. */
export type Usage = {
  /** Calls with a literal key under a known base (`useTranslations("base")`). */
  literal: { path: string; line: number; key: string }[];
  /** Bases named in the code, with their location. */
  bases: { path: string; line: number; base: string }[];
  /** Keys of translators with an unknown base, such as one passed as an argument. */
  floating: { path: string; line: number; key: string }[];
  /** Patterns over full keys, from template literals under a known base. */
  patterns: RegExp[];
  /** Patterns over the part of a key after an unknown base. */
  floatingPatterns: RegExp[];
  /** Bases whose translator is called with a computed key. */
  computed: Set<string>;
  /** Bases whose translator leaves the file. */
  escaping: Set<string>;
  /** Whether a translator of unknown base is called with a computed key. */
  hasFloatingComputed: boolean;
};

const BINDING =
  /\b(?:const|let)\s+(\w+)\s*=\s*(?:await\s+)?(?:useTranslations|getTranslations|createTranslator)\s*(?:<[^>()]*>)?\(/g;
const ANY_BASE =
  /\b(?:useTranslations|getTranslations)\s*(?:<[^>()]*>)?\(\s*(?:\{[^}]*\bnamespace:\s*)?["'`]([\w.-]+)["'`]/g;
const CALL = /(?<![.\w$])(t|t[A-Z]\w*|\w+)(?:\.(rich|markup|raw|has))?\(/g;
/** A translator received as an argument or property: its name has no known base from here on. */
const PARAMETER = /[(,{;]\s*(t|t[A-Z]\w*|translate)\??:\s*[A-Za-z]/g;
const LOOKS_LIKE_TRANSLATOR = /^(?:t|t[A-Z]\w*|translate)$/;

type Binding = { name: string; base: string | undefined; at: number };

/** Scans source files. */
export function scanUsage(files: { path: string; text: string }[]): Usage {
  const usage: Usage = {
    literal: [],
    bases: [],
    floating: [],
    patterns: [],
    floatingPatterns: [],
    computed: new Set(),
    escaping: new Set(),
    hasFloatingComputed: false,
  };
  for (const file of files) scanFile(file, usage);
  return usage;
}

function scanFile({ path, text }: { path: string; text: string }, usage: Usage): void {
  const lineAt = (index: number) => text.slice(0, index).split("\n").length;
  for (const match of text.matchAll(ANY_BASE)) {
    usage.bases.push({ path, line: lineAt(match.index), base: match[1] as string });
  }
  const bindings = findBindings(text);
  for (const binding of bindings)
    if (binding.base !== undefined && leavesFile(text, binding.name)) usage.escaping.add(binding.base);

  for (const match of text.matchAll(CALL)) {
    const [whole, name = "", method] = match;
    const isKnown = bindings.some((binding) => binding.name === name);
    if (!isKnown && !LOOKS_LIKE_TRANSLATOR.test(name)) continue;
    const base = bindings.findLast((binding) => binding.name === name && binding.at < match.index)?.base;
    const argument = firstArgument(text, match.index + whole.length);
    noteCall(usage, { path, line: lineAt(match.index), base, argument, isRaw: method === "raw" });
  }
}

function findBindings(text: string): Binding[] {
  const declared = [...text.matchAll(BINDING)].map((match) => {
    const argument = firstArgument(text, match.index + match[0].length);
    const literal = /^["'`]([\w.-]+)["'`]$/.exec(argument) ?? /\bnamespace:\s*["'`]([\w.-]+)["'`]/.exec(argument);
    return { name: match[1] as string, base: literal?.[1], at: match.index };
  });
  const taken = [...text.matchAll(PARAMETER)].map((match) => ({
    name: match[1] as string,
    base: undefined,
    at: match.index,
  }));
  return [...declared, ...taken].sort((a, b) => a.at - b.at);
}

// Whether a translator is used anywhere other than in a call or its own declaration.
function leavesFile(text: string, name: string): boolean {
  const uses = new RegExp(
    `(?<![.\\w$"'\`])${name}(?![\\w$])(?!\\s*\\()(?!\\s*=[^=>])(?!\\.(?:rich|markup|raw|has)\\()`,
    "g",
  );
  return uses.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"[^"\n]*"/g, ""));
}

type Call = { path: string; line: number; base: string | undefined; argument: string; isRaw: boolean };

function noteCall(usage: Usage, { path, line, base, argument, isRaw }: Call): void {
  const literals = [...argument.matchAll(/["'`]([\w.-]+)["'`]/g)].map((match) => match[1] as string);
  const isLiteral = /^["'`][\w.-]+["'`]$/.test(argument);
  const isTemplate = /^`[^`]*\$\{[^`]*`$/.test(argument);
  const isChoice = /^[^?`]+\?\s*["'][\w.-]+["']\s*:\s*["'][\w.-]+["']$/.test(argument);
  if (isLiteral || isChoice) {
    for (const key of isChoice ? literals.slice(-2) : literals) {
      if (base === undefined) usage.floating.push({ path, line, key });
      else usage.literal.push({ path, line, key: `${base}.${key}` });
      if (isRaw) usage.patterns.push(new RegExp(`^${quote(base ? `${base}.${key}` : key)}\\.`));
    }
  } else if (isTemplate) {
    const pattern = argument
      .slice(1, -1)
      .split(/\$\{[^}]*\}/)
      .map(quote)
      .join(".+");
    if (base === undefined) usage.floatingPatterns.push(new RegExp(`(?:^|\\.)${pattern}$`));
    else usage.patterns.push(new RegExp(`^${quote(base)}\\.${pattern}$`));
  } else if (base === undefined) usage.hasFloatingComputed = true;
  else usage.computed.add(base);
}

/** The source of the first argument of a call whose parenthesis opens immediately before `start`. */
function firstArgument(text: string, start: number): string {
  let depth = 0;
  let quoted = "";
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quoted) {
      if (character === "\\") at += 1;
      else if (character === quoted) quoted = "";
    } else if ("\"'`".includes(character)) quoted = character;
    else if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character) && depth > 0) depth -= 1;
    else if ((character === ")" || character === ",") && depth === 0) return text.slice(start, at).trim();
  }
  return "";
}

function quote(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
