import "server-only";
import { createTranslator } from "use-intl/core";
import type { DeviceKind } from "@/db/enums";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, LOCALES, type Locale, toLocale } from "@/lib/i18n/routing";
import { defineOperation } from "@/lib/operation/define-operation";
import { TemplateQuery } from "@/lib/spreadsheet/import-schema";
import { type Records, readRecords } from "@/lib/spreadsheet/read-records";
import { writeTemplate } from "@/lib/spreadsheet/write-template";
import { fileReply } from "@/lib/stored-file/stored-file";
import { MAXIMUM_ROWS } from "./import/import.schema";
import {
  CHOICE_SEPARATOR,
  exampleOf,
  FORMER_TITLES,
  hintFor,
  IMPORT_USES,
  type ImportColumn,
  importColumns,
} from "./template.rules";
import { findDeviceTypes } from "./type/data";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Limits for reading a file. */
const LIMITS = {
  rows: MAXIMUM_ROWS,
  columns: 60,
  // Longer than any field allows, so that a text that is too long still breaks its own rule.
  cellLength: 1000,
  unpackedBytes: 256 * 1024 * 1024,
  textCharacters: 32 * 1024 * 1024,
};

export type Say = (key: string, values?: Record<string, string | number>) => string;

/** Texts of imports and of broken rules in a language. */
export async function wordsIn(name: string): Promise<{ locale: Locale; say: Say; rule: Say }> {
  const locale = toLocale(name) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const say = createTranslator({ locale, messages, namespace: "device-import" }) as unknown as Say;
  const rule = createTranslator({ locale, messages, namespace: "error.rule" }) as unknown as Say;
  return { locale, say, rule };
}

/** Column key in a template, made unique by the kind. Columns are also recognised by their title in any language. */
const keyOf = (kind: DeviceKind, { key }: ImportColumn) => `${kind}.${key}`;

/** Reads the rows of a file of devices, with issues for what cannot be read. */
export async function readDevices(
  bytes: Uint8Array,
  kind: DeviceKind,
  options: { atMost?: number; onProgress?: (rows: number) => Promise<void> } = {},
): Promise<Records> {
  const words = await Promise.all(LOCALES.map(wordsIn));
  const columns = importColumns(kind).map((column) => ({
    key: column.key,
    isRequired: column.isRequired,
    titles: [
      keyOf(kind, column),
      ...words.map(({ say }) => say(`column.${column.key}`)),
      ...(FORMER_TITLES[column.key] ?? []),
    ],
  }));
  return readRecords(bytes, { columns, limits: LIMITS, ...options });
}

/** Hint on the allowed values of a column. */
function hintOf(key: string, say: Say): string {
  const { words, minimum = 0, maximum = 0 } = hintFor(key);
  return say(`hint.${words}`, { minimum: String(minimum), maximum: String(maximum) });
}

/** Builds the operation that returns an empty template in the language of the request. */
export const offering = (kind: DeviceKind) =>
  defineOperation({
    name: `${kind}.importTemplate`,
    kind: "query",
    permission: `import${DEVICE_SUBJECT[kind]}`,
    input: TemplateQuery,
    async run(ctx, { locale: wanted }) {
      const { locale, say } = await wordsIn(wanted ?? ctx.locale);
      const types = await findDeviceTypes(ctx.db, locale, kind);
      const choicesOf = {
        type: types.map(({ code, name }) => [code, name] as const),
        use: IMPORT_USES.map((use) => [use, say(`use.${use}`)] as const),
        flag: (["true", "false"] as const).map((flag) => [flag, say(`flag.${flag}`)] as const),
        text: undefined,
      };
      const columns = importColumns(kind).map((column) => {
        const choices = choicesOf[column.values]?.map((choice) => choice.join(CHOICE_SEPARATOR));
        return {
          key: keyOf(kind, column),
          title: say(`column.${column.key}`),
          width: column.width,
          isRequired: column.isRequired,
          hint: hintOf(column.key, say),
          ...(choices && { choices }),
        };
      });
      const content = await writeTemplate({
        name: say(`kind.${kind}`),
        rows: MAXIMUM_ROWS,
        columns,
        guide: {
          name: say("guide.name"),
          columns: [
            { title: say("guide.column"), width: 30 },
            { title: say("guide.required"), width: 12 },
            { title: say("guide.hint"), width: 70 },
            { title: say("guide.example"), width: 36 },
          ],
          rows: importColumns(kind).map(({ key, isRequired }, index) => [
            say(`column.${key}`),
            isRequired ? say("guide.yes") : "",
            columns[index]?.hint ?? "",
            columns[index]?.choices?.[0] ?? exampleOf(key),
          ]),
        },
      });
      return fileReply({ contentType: XLSX, content: Buffer.from(content) }, `${say(`fileName.${kind}`)}.xlsx`);
    },
  });
