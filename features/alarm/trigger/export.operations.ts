import "server-only";
import { listExport } from "@/lib/export/list-export";
import { findTriggers } from "./trigger.data";
import { AlarmTriggerListQuery, type AlarmTriggerRowDto } from "./trigger.schema";
import { triggerWords } from "./words.rules";

const COLUMNS = {
  name: 24,
  severity: 14,
  isEnabled: 12,
  conditions: 60,
  calendar: 30,
  plan: 60,
  carriers: 12,
  customer: 24,
};

/** Without the characters that keep a line together on a screen: a font of a PDF need not have them. */
const plain = (text: string): string => text.replaceAll("\u00a0", " ").replaceAll("\u2060", "");

/** The alarm triggers that match the list's criteria, in its order: all conditions, and the whole plan. */
export const alarmTriggerExport = listExport({
  kind: "alarmTrigger",
  permission: "viewAlarmTrigger",
  input: AlarmTriggerListQuery,
  headers: "trigger.field",
  columns: COLUMNS,
  page: ({ db, scope }, query) => findTriggers(db, scope, query),
  cells(row: AlarmTriggerRowDto, { look, values }) {
    const t = look("trigger");
    const texts = { t: look("trigger.says"), tMeasure: look("carrier.measure"), tSeverity: look("trigger.severity") };
    const words = triggerWords(texts, values);
    const conditions = row.conditions.map((one) => [words.condition(one), ...words.notes(one)].join(" · "));
    const plan = row.plan.map(
      (one) => `${words.after(one.afterMinutes)}: ${words.told(one)} (${words.channels(one.channels)})`,
    );
    return {
      name: row.name,
      severity: t(`severity.${row.severity}`),
      isEnabled: t(`enabled.${row.isEnabled}`),
      conditions: plain(conditions.join("; ")) || t("noConditions"),
      calendar: plain(words.calendar(row.calendar)),
      plan: plain(plan.join("; ")) || t("nobody"),
      carriers: row.carrierCount,
      customer: row.customerName,
    };
  },
});
