"use client";

import { CalendarClock, Clock, Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { EmptyState } from "@/components/layout/empty-state";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { ExportMenu } from "@/features/file/components/export-menu";
import { useRouter } from "@/lib/i18n/navigation";
import { daysIn, MAXIMUM_DAYS, MAXIMUM_TIMES } from "../rules";
import type { RecordDto } from "../schema";
import { RecordTable } from "./record-table";

// The dialog, and with it the schema, is loaded when first opened.
const TimesDialog = dynamic(() => import("./times-dialog").then((module) => module.TimesDialog), { ssr: false });

type RecordTabProps = {
  carrierId: number;
  record: RecordDto;
  /** The days shown, `yyyy-mm-dd`, both inclusive, and the customer's today. */
  from: string;
  to: string;
  today: string;
  /** Path of the page, without the locale. */
  path: string;
  mayEdit: boolean;
  onChanged: () => void;
};

/** The record times of a carrier, and the values recorded on the selected days. */
export function RecordTab(props: RecordTabProps) {
  const { carrierId, record, from, to, today, path, mayEdit, onChanged } = props;
  const t = useTranslations("carrier-detail.record");
  const [isSetting, setIsSetting] = useState(false);
  const { times, timeZone } = record;
  const set = mayEdit && (
    <Button variant={times.length === 0 ? "primary" : "secondary"} onClick={() => setIsSetting(true)}>
      <Pencil aria-hidden="true" />
      {t("set")}
    </Button>
  );
  return (
    <>
      <Card>
        <CardHeader>
          <CardTitle>{t("times")}</CardTitle>
          {times.length > 0 && set}
        </CardHeader>
        {times.length === 0 ? (
          <EmptyState icon={<Clock aria-hidden="true" />} title={t("noTimes")} action={set}>
            {t("noTimesHint", { maximum: MAXIMUM_TIMES })}
          </EmptyState>
        ) : (
          <CardBody className="flex flex-wrap items-center gap-2">
            {times.map((time) => (
              <Badge key={time} className="h-6 text-sm">
                {time}
              </Badge>
            ))}
            <span className="text-muted-foreground text-xs">{t("zone", { zone: timeZone })}</span>
          </CardBody>
        )}
      </Card>
      {times.length > 0 && (
        <RecordValues carrierId={carrierId} record={record} from={from} to={to} today={today} path={path} />
      )}
      {isSetting && (
        <TimesDialog
          carrierId={carrierId}
          times={times}
          timeZone={timeZone}
          onClose={() => setIsSetting(false)}
          onDone={() => {
            setIsSetting(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

type RecordValuesProps = Omit<RecordTabProps, "mayEdit" | "onChanged">;

/** The values at the record times of the selected days. */
export function RecordValues({ record, ...days }: RecordValuesProps) {
  const t = useTranslations("carrier-detail.record");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("values")}</CardTitle>
        <Days {...days} />
      </CardHeader>
      {record.rows.length === 0 || record.probes.length === 0 ? (
        <EmptyState icon={<CalendarClock aria-hidden="true" />} title={t("none")}>
          {t(record.rows.length === 0 ? "noneHint" : "noProbesHint")}
        </EmptyState>
      ) : (
        <RecordTable record={record} />
      )}
    </Card>
  );
}

type DaysProps = Pick<RecordTabProps, "carrierId" | "from" | "to" | "today" | "path">;

/** Selects the days shown, stored in the URL. */
function Days({ carrierId, from, to, today, path }: DaysProps) {
  const t = useTranslations("carrier-detail.record");
  const tRule = useTranslations("error.rule");
  const locale = useLocale();
  const router = useRouter();
  const [issue, setIssue] = useState<string | null>(null);
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const days = { from: String(form.get("from")), to: String(form.get("to")) };
    const count = daysIn(days.from, days.to);
    if (!(count >= 1)) return setIssue(tRule("endBeforeStart"));
    if (count > MAXIMUM_DAYS) return setIssue(tRule("tooManyDays", { limit: MAXIMUM_DAYS }));
    setIssue(null);
    router.push(`${path}?${new URLSearchParams({ id: String(carrierId), tab: "record", ...days })}`, { scroll: false });
  };
  const field = (name: "from" | "to", value: string) => (
    <span className="flex items-center gap-1.5 max-sm:w-full">
      <Label htmlFor={`record-${name}`} className="whitespace-nowrap max-sm:w-16">
        {t(name)}
      </Label>
      <Input
        id={`record-${name}`}
        name={name}
        type="date"
        lang={locale}
        required
        max={today}
        defaultValue={value}
        className="w-auto max-sm:flex-1"
        aria-invalid={issue ? true : undefined}
      />
    </span>
  );
  return (
    <form onSubmit={show} className="flex flex-wrap items-center gap-2 max-sm:w-full">
      {field("from", from)}
      {field("to", to)}
      <Button type="submit" className="max-sm:flex-1">
        {t("show")}
      </Button>
      <ExportMenu kind="record" query={{ id: carrierId, from, to }} />
      {issue && (
        <Alert tone="critical" className="w-full">
          {issue}
        </Alert>
      )}
    </form>
  );
}
