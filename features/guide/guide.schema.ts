import { z } from "zod";
import { GUIDE_STATUSES, type GuideStatus } from "@/db/enums";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { SCREENS } from "@/lib/page/screens";
import { VersionedId } from "@/lib/resource/by-id";
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

/** `enabled` and `disabled`; also accepts 1 and 0 as text or number. */
const Status = z.preprocess(
  (value) => ({ "1": "enabled", "0": "disabled" })[String(value)] ?? value,
  z.enum(GUIDE_STATUSES),
);

const Language = z.enum(LOCALES);
const Name = requiredText(NAME_LENGTH);
const Content = optionalMultilineText(CONTENT_LENGTH);

/** Path of a screen that a topic explains. */
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
  /** By language; at least one is required, here or in `name`. */
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
  /** By language, the content as Markdown; at least one is required, here or in `name`. */
  texts: z.partialRecord(Language, z.strictObject({ name: Name, content: Content })),
  /** In the language of the request, as is `content`. */
  name: Name,
  content: multilineText(CONTENT_LENGTH),
};

const isNamed = (name: string | undefined, languages: object, context: z.RefinementCtx) => {
  if (name !== undefined || Object.keys(languages).length > 0) return;
  context.addIssue({ code: "custom", path: ["name"], params: { rule: "required" }, message: "a name is required" });
};

export const GuideGroupInput = z
  .strictObject({
    ...GROUP,
    status: Status.default("enabled"),
    names: GROUP.names.default({}),
    name: Name.optional(),
  })
  .superRefine(({ name, names }, context) => isNamed(name, names, context));
export type GuideGroupInput = z.output<typeof GuideGroupInput>;

/** Changes of a chapter; `names` replaces all its names. */
export const GuideGroupUpdate = z
  .strictObject(GROUP)
  .partial()
  .extend(VersionedId.shape)
  .superRefine(checkSomething)
  .superRefine(({ name, names }, context) => names && isNamed(name, names, context));
export type GuideGroupChange = Omit<z.output<typeof GuideGroupUpdate>, "id" | "version">;

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

/** Changes of a topic; `texts` replaces all its texts. */
export const GuideUpdate = z
  .strictObject(ITEM)
  .partial()
  .extend(VersionedId.shape)
  .superRefine(checkSomething)
  .superRefine(({ name, texts }, context) => texts && isNamed(name, texts, context));
export type GuideChange = Omit<z.output<typeof GuideUpdate>, "id" | "version">;

const Ids = (maximum: number) => recordIds(maximum).refine((ids) => ids.length > 0, { params: { rule: "required" } });

/** Enables or disables several topics. */
export const GuideStatusInput = z.strictObject({ ids: Ids(MAXIMUM_ITEMS), status: Status });

/** Order of the chapters. */
export const GuideGroupSort = z.strictObject({ ids: Ids(MAXIMUM_ITEMS) });

/** Order of a chapter's topics. */
export const GuideSort = z.strictObject({ groupId: recordId(), ids: Ids(MAXIMUM_ITEMS) });

/** Selects what to read: a search, a topic by code, or the one that explains the screen of `path`. */
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
  /** Whether it was edited: a new release does not overwrite it then. */
  isEdited: boolean;
  position: number;
  version: number;
};

/** With its name for the reader, and the language of that name. */
export type GuideGroupDto = GuideGroup & { name: string; language: Locale };

export type GuideItem = Omit<GuideGroup, "names"> & {
  groupId: number;
  texts: ByLanguage<GuideText>;
  routes: string[];
};

export type GuideDto = GuideItem & { name: string; language: Locale };

/** A topic in a list: the languages of its texts instead of the texts. */
export type GuideRowDto = Omit<GuideDto, "texts"> & { languages: Locale[] };

/** A topic for readers. */
export type GuideTopicDto = {
  id: number;
  code: string;
  name: string;
  /** Language of the text; differs from the reader's if there is no text in that language. */
  language: Locale;
  /** Present after a search: the hits in the content. */
  excerpt?: Excerpt;
};

export type GuideChapterDto = { code: string; name: string; language: Locale; items: GuideTopicDto[] };

export type GuideReadDto = {
  chapters: GuideChapterDto[];
  /** The requested topic; null if none has this code or explains the screen. */
  topic: (GuideTopicDto & { content: string; routes: string[]; chapter: string }) | null;
};
