import type { SysLogDto } from "./audit.schema";

/** How many days of the system log may be shown. */
export const LOG_DAYS = { minimum: 30, maximum: 3650 } as const;

/** Whether the log may be set to this many days (specification, section 8, "Syslog": 0 set failed, 1 set succeeded). */
export const isLogDays = (days: number): boolean =>
  Number.isInteger(days) && days >= LOG_DAYS.minimum && days <= LOG_DAYS.maximum;

const REFUSED = ".refused";

/** The parts of an operation's name: `session.login.refused` is the verb `login` on `session`, refused. */
export function partsOf(operation: string): { subject: string; verb: string; isRefused: boolean } {
  const isRefused = operation.endsWith(REFUSED);
  const name = isRefused ? operation.slice(0, -REFUSED.length) : operation;
  const dot = name.indexOf(".");
  return { subject: name.slice(0, dot), verb: name.slice(dot + 1), isRefused };
}

export type FieldChange = { field: string; old: unknown; new: unknown };

/** The changed fields with old and new value; undefined if a side does not have the field. */
export function changesOf(
  oldValues: Readonly<Record<string, unknown>> | null,
  newValues: Readonly<Record<string, unknown>> | null,
): FieldChange[] {
  const fields = new Set([...Object.keys(newValues ?? {}), ...Object.keys(oldValues ?? {})]);
  return [...fields].map((field) => ({ field, old: oldValues?.[field], new: newValues?.[field] }));
}

/** Looks up a text of the `audit` messages. */
export type Look = ((key: string, values?: Record<string, string>) => string) & { has: (key: string) => boolean };

const BATCH = "Batch";

/** The label of a name, or the name itself if there is none. */
const wordOf = (look: Look, group: "entity" | "verb" | "field", name: string): string =>
  look.has(`${group}.${name}`) ? look(`${group}.${name}`) : name;

/** The label of the kind of record: `zone`, or several at once as `userBatch`. */
export function entityText(look: Look, entity: string): string {
  if (!entity.endsWith(BATCH) || look.has(`entity.${entity}`)) return wordOf(look, "entity", entity);
  return look("batch", { name: wordOf(look, "entity", entity.slice(0, -BATCH.length)) });
}

/** The label of the action, its own with some subjects; batches have the same label as single actions. */
export function verbText(look: Look, verb: string, subject = ""): string {
  const one = verb.endsWith(BATCH) && !look.has(`verb.${verb}`) ? verb.slice(0, -BATCH.length) : verb;
  const own = `verbOf.${subject}.${one}`;
  return look.has(own) ? look(own) : wordOf(look, "verb", one);
}

/** The label of the action, with its subject if the module does not imply it: a login is logged on a user. */
export function operationText(look: Look, operation: string, entity?: string): string {
  const { subject, verb } = partsOf(operation);
  const isPlain = entity !== undefined && (entity === subject || entity === `${subject}${BATCH}`);
  return isPlain
    ? verbText(look, verb, subject)
    : look("operation", { subject: entityText(look, subject), verb: verbText(look, verb, subject) });
}

/** The name of the actor. The system is named as such: its row has a job name, which `operation` describes. */
export const actorText = (look: Look, { actorType, actorName }: Pick<SysLogDto, "actorType" | "actorName">): string =>
  (actorType !== "system" && actorName) || look(`actor.${actorType}`);

export const fieldText = (look: Look, field: string): string => wordOf(look, "field", field);

const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/MicroMessenger\/([\d.]+)/, "WeChat"],
  [/Edg(?:e|A|iOS)?\/(\d+)/, "Edge"],
  [/OPR\/(\d+)/, "Opera"],
  [/Firefox\/(\d+)/, "Firefox"],
  [/(?:Headless)?Chrome\/(\d+)/, "Chrome"],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/, "Safari"],
];
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** Shortens a user agent, `Firefox 133 · Windows`; an unknown one is returned unchanged. */
export function browserText(userAgent: string): string {
  const browser = BROWSERS.map(([mark, name]) => [mark.exec(userAgent)?.[1], name]).find(([version]) => version);
  if (!browser) return userAgent;
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  return [`${browser[1]} ${browser[0]}`, system].filter(Boolean).join(" · ");
}
