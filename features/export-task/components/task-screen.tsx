import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { selectOf } from "@/components/search-bar/criterion";
import { TASK_KIND_NAMES } from "@/features/file/task-kind.rules";
import type { ListView } from "@/lib/resource/list-query";
import type { TaskDto } from "../task.schema";
import { useTaskTexts } from "./schedule-texts";
import { TaskTable, type TaskTableOptions } from "./task-table";

const STATUSES = ["active", "paused", "failed"] as const;

/** Exports on a schedule; the address names what is open over them. */
export function TaskScreen({ view, ...props }: TaskTableOptions & { view: ListView<TaskDto> }) {
  const t = useTranslations("exportTask");
  const texts = useTaskTexts();
  return (
    <ListScreen
      path="/count/exportTask"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search") },
        selectOf("kind", t("column.kind"), TASK_KIND_NAMES, texts.kind),
        selectOf("status", t("column.status"), STATUSES, (status) => t(`status.${status}`)),
      ]}
    >
      {(table) => <TaskTable {...table} {...props} timeZone={view.timeZone} now={view.now} />}
    </ListScreen>
  );
}
