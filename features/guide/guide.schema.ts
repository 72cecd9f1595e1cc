import { z } from "zod";
import { GUIDE_STATUSES, type GuideStatus } from "@/db/enums";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { SCREENS } from "@/lib/page/screens";
import {
  checkSomething,
  lineText,
  multilineText,
  optionalMultilineText,
  recordId,
  recordIds,
  requiredText,
  wordText,
} from "@/lib/validation/fields";
import { type ByLanguage, type GuideText, isExplainable, MAXIMUM_ITEMS } from "./guide.rules";
import type { Excerpt } from "./search.rules";

const NAME_LENGTH = 80;
export const CONTENT_LENGTH = 20_000;

/** `enabled` and `disabled`; 1 and 0, in text or number, are understood as well. */
const Status = z.preprocess(
  (value) => ({ "1": "enabled", "0": "disabled" })[String(value)] ?? value,
  z.enum(GUIDE_STATUSES),
);

const Language = z.enum(LOCALES);
const Name = requiredText(NAME_LENGTH);
const Content = optionalMultilineText(CONTENT_LENGTH);

/** The path of a screen that a topic explains. */
const Route = z
  .string()
  .trim()
  .max(100)
  .superRefine((path, context) => {
    if (!isExplainable(path))
      context.addIssue({ code: "custom", params: { rule: "unknown" }, message: "no screen with this path" });
  });

const GROUP = {
  code: wordText(50),
  status: Status,
  /** By language; together with `name` at least one. */
  names: z.partialRecord(Language, Name),
  /** In the language of the request. */
  name: Name,
};

const ITEM = {
  groupId: recordId(),
  code: GROUP.code,
  status: Status,
  routes: z
    .array(Route)
    .max(SCREENS.length)
    .transform((paths) => [...new Set(paths)]),
  /** By language, the content as Markdown; together with `name` at least one. */
  texts: z.partialRecord(Language, z.strictObject({ name: Name, content: Content })),
  /** In the language of the request, and so is `content`. */
  name: Name,
  content: multilineText(CONTENT_LENGTH),
};

const isNamed = (name: string | undefined, languages: object, context: z.RefinementCtx) => {
  if (name !== undefined || Object.keys(languages).length > 0) return;
  context.addIssue({ code: "custom", path: ["name"], params: { rule: "required" }, message: "a name is required" });
};

/** A chapter. */
export const GuideGroupInput = z
  .strictObject({
    ...GROUP,
    status: Status.default("enabled"),
    names: GROUP.names.default({}),
    name: Name.optional(),
  })
  .superRefine(({ name, names }, context) => isNamed(name, names, context));
export type GuideGroupInput = z.output<typeof GuideGroupInput>;

/** What of a chapter changes; `names` takes the place of all names that it has. */
export const GuideGroupUpdate = z
  .strictObject(GROUP)
  .partial()
  .extend({ id: recordId() })
  .superRefine(checkSomething)
  .superRefine(({ name, names }, context) => names && isNamed(name, names, context));
export type GuideGroupChange = Omit<z.output<typeof GuideGroupUpdate>, "id">;

/** A topic. */
export const GuideInput = z
  .strictObject({
    ...ITEM,
    status: Status.default("enabled"),
    routes: ITEM.routes.default([]),
    texts: ITEM.texts.default({}),
    name: Name.optional(),
    content: ITEM.content.optional(),
  })
  .superRefine(({ name, texts }, context) => isNamed(name, texts, context));
export type GuideInput = z.output<typeof GuideInput>;

/** What of a topic changes; `texts` takes the place of all texts that it has. */
export const GuideUpdate = z
  .strictObject(ITEM)
  .partial()
  .extend({ id: recordId() })
  .superRefine(checkSomething)
  .superRefine(({ name, texts }, context) => texts && isNamed(name, texts, context));
export type GuideChange = Omit<z.output<typeof GuideUpdate>, "id">;

const Ids = (maximum: number) => recordIds(maximum).refine((ids) => ids.length > 0, { params: { rule: "required" } });

/** Topics that are shown to readers or kept from them, several at once. */
export const GuideStatusInput = z.strictObject({ ids: Ids(MAXIMUM_ITEMS), status: Status });

/** The order of the chapters. */
export const GuideGroupSort = z.strictObject({ ids: Ids(MAXIMUM_ITEMS) });

/** The order of a chapter's topics. */
export const GuideSort = z.strictObject({ groupId: recordId(), ids: Ids(MAXIMUM_ITEMS) });

/** What somebody reads: a search, a topic by its code, or the one that explains the screen of `path`. */
export const GuideReadQuery = z.strictObject({
  q: lineText(100).optional(),
  item: lineText(50).optional(),
  path: lineText(100).optional(),
});

export type GuideGroup = {
  id: number;
  code: string;
  names: ByLanguage<string>;
  status: GuideStatus;
  isShipped: boolean;
  /** Somebody has written in it: a new release leaves it as it is. */
  isEdited: boolean;
  position: number;
};

/** With the name that readers of the request's language see, and the language that this is in. */
export type GuideGroupDto = GuideGroup & { name: string; language: Locale };

export type GuideItem = Omit<GuideGroup, "names"> & {
  groupId: number;
  texts: ByLanguage<GuideText>;
  routes: string[];
};

export type GuideDto = GuideItem & { name: string; language: Locale };

/** A topic in a list: without its texts, with the languages that they are in. */
export type GuideRowDto = Omit<GuideDto, "texts"> & { languages: Locale[] };

/** A topic as readers find it. */
export type GuideTopicDto = {
  id: number;
  code: string;
  name: string;
  /** Of the text; another than the reader's where nobody has written it in that. */
  language: Locale;
  /** Where a search was: what it found in the content. */
  excerpt?: Excerpt;
};

export type GuideChapterDto = { code: string; name: string; language: Locale; items: GuideTopicDto[] };

export type GuideReadDto = {
  chapters: GuideChapterDto[];
  /** The topic that was asked for; null where there is none of this code, or none explains the screen. */
  topic: (GuideTopicDto & { content: string; routes: string[]; chapter: string }) | null;
};
