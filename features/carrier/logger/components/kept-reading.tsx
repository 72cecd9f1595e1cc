import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { formatStamp } from "@/lib/datetime/format";
import type { KeptDto } from "../layout.schema";

type KeptReadingProps = {
  kept: KeptDto;
  timeZone: string;
  isPending: boolean;
  onChange: () => void;
  onForget: () => void;
};

/** Shows which saved reading was applied to a file, who saved it and when; it can be changed or deleted. */
export function KeptReading({ kept, timeZone, isPending, onChange, onForget }: KeptReadingProps) {
  const t = useTranslations("history.logger.dialog");
  const tTab = useTranslations("history.logger.tab");
  const { hasColumns, userName, savedAt, dateOrder } = kept;
  const parts = [
    ...(hasColumns ? [t("kept.columns")] : []),
    t("kept.zone", { zone: kept.timeZone.replaceAll("_", " ") }),
    ...(dateOrder ? [t(dateOrder)] : []),
  ];
  return (
    <Alert title={t("kept.title")}>
      <p>{parts.join(" · ")}</p>
      <p className="text-muted-foreground">
        {t("kept.by", {
          name: userName ?? tTab("somebody"),
          date: formatStamp(new Date(savedAt), { timeZone }).slice(0, 16),
        })}
      </p>
      <p className="flex flex-wrap gap-2 pt-2">
        <Button size="sm" disabled={isPending} onClick={onChange}>
          {t("kept.change")}
        </Button>
        <Button size="sm" variant="ghost" loading={isPending} onClick={onForget}>
          {t("kept.forget")}
        </Button>
      </p>
    </Alert>
  );
}
