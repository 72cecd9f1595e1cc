import "server-only";
import { createTranslator } from "use-intl/core";
import { isSwitch } from "@/features/observation/observation.rules";
import { columnTitle, TEMPLATE_KEYS } from "@/features/telemetry/logger/logger.service";
import type { RawReply } from "@/lib/http/reply";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { defineOperation } from "@/lib/operation/define-operation";
import { TemplateQuery } from "@/lib/spreadsheet/import-schema";
import { writeTemplate } from "@/lib/spreadsheet/write-template";
import { fileReply } from "@/lib/stored-file/stored-file";
import { CONTENT_TYPES, TEMPLATE_COLUMNS } from "./logger.rules";

/** Returns an empty sheet to fill in, in the user's language. */
export const getLoggerTemplate = defineOperation({
  name: "loggerFile.template",
  kind: "query",
  permission: "viewCarrier",
  input: TemplateQuery,
  async run(ctx, { locale: wanted }): Promise<RawReply> {
    const locale = toLocale(wanted ?? ctx.locale) ?? DEFAULT_LOCALE;
    const messages = await loadMessages(locale);
    const say = createTranslator({ locale, messages, namespace: "history" });
    const columns = [
      {
        key: TEMPLATE_KEYS.time,
        title: say("logger.template.time"),
        width: 22,
        isRequired: true,
        hint: say("logger.template.timeHint"),
      },
      ...TEMPLATE_COLUMNS.map(({ measure, channel }) => ({
        key: TEMPLATE_KEYS.value(measure, channel),
        title: columnTitle(say(`measure.${measure}`), measure, channel),
        width: 18,
        isRequired: false,
        hint: say(isSwitch(measure) ? "logger.template.switchHint" : "logger.template.valueHint"),
      })),
    ];
    const content = await writeTemplate({
      name: say("logger.template.sheet"),
      rows: 0,
      columns,
      guide: {
        name: say("logger.template.guide"),
        columns: [
          { title: say("logger.template.column"), width: 30 },
          { title: say("logger.template.hint"), width: 80 },
          { title: say("logger.template.example"), width: 24 },
        ],
        rows: columns.map(({ title, hint }, index) => [
          title,
          hint,
          index === 0 ? "2026-11-20 08:05" : index === 1 ? "5.4" : "",
        ]),
      },
    });
    return fileReply(
      { contentType: CONTENT_TYPES.xlsx, content: Buffer.from(content) },
      `${say("logger.template.fileName")}.xlsx`,
    );
  },
});
