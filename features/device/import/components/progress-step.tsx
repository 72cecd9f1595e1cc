import { useTranslations } from "next-intl";
import { Progress } from "@/components/ui/progress";
import { Spinner } from "@/components/ui/spinner";
import type { ImportDetailDto } from "../import.schema";

/** Progress of an import: the present step, and a bar once the total is known. */
export function ProgressStep({ detail: { status, total, done } }: { detail: ImportDetailDto }) {
  const t = useTranslations("device-import.dialog");
  const step = status === "checking" && total === 0 ? "reading" : status;
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  return (
    <div className="space-y-3 py-2">
      <p className="flex items-start gap-2.5 text-base" role="status">
        <Spinner className="mt-0.5 shrink-0 text-primary" />
        <span className="min-w-0 tabular-nums">{t(step, { done, total })}</span>
      </p>
      <div className="flex items-center gap-3">
        <Progress label={t("progress")} value={done} max={Math.max(total, 1)} />
        <span aria-hidden="true" className="w-10 text-right text-muted-foreground text-sm tabular-nums">
          {total > 0 ? `${percent}%` : ""}
        </span>
      </div>
      <p className="text-muted-foreground text-sm">{t("goesOn")}</p>
    </div>
  );
}
