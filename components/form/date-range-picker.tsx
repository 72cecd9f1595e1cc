"use client";

import { CalendarClock } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { controlClass } from "@/components/ui/control-class";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Popover } from "@/components/ui/popover";
import { formatInstant, formatOffset, formatStamp } from "@/lib/datetime/format";
import { CALENDAR_PRESETS, presetRange, RANGE_PRESETS, type RangePreset } from "@/lib/datetime/range";
import { fromLocalInput, toLocalInput } from "@/lib/datetime/zone";
import type { ControlProps } from "./field";

/** Instants as ISO-8601 in UTC. */
export type DateRange = { from: string; to: string };

type DateRangePickerProps = {
  label: string;
  /** The customer's zone: input and output are wall-clock times there. */
  timeZone: string;
  /** The server's clock at render time, in epoch milliseconds. */
  now: number;
  value: DateRange | null;
  onChange: (range: DateRange | null) => void;
  /** Ranges that end now; those of the calendar follow. */
  presets?: readonly RangePreset[];
  clearable?: boolean;
  id?: string;
  className?: string;
} & Partial<Pick<ControlProps, "aria-invalid" | "aria-describedby">>;

/** A time range: presets with one click, or both ends to the minute. */
export function DateRangePicker(props: DateRangePickerProps) {
  const { label, timeZone, now, value, onChange, presets = RANGE_PRESETS, clearable = true, id, className } = props;
  const t = useTranslations("common.range");
  const locale = useLocale();
  const place = { locale, timeZone };
  const shown = (iso: string) => formatInstant(new Date(iso), new Date(now), place);
  return (
    <Popover
      id={id}
      aria-invalid={props["aria-invalid"]}
      aria-describedby={props["aria-describedby"]}
      aria-label={value ? `${label}: ${shown(value.from)} – ${shown(value.to)}` : label}
      title={
        value ? `${formatStamp(new Date(value.from), place)} – ${formatStamp(new Date(value.to), place)}` : undefined
      }
      className={cn(controlClass, "inline-flex items-center gap-2 px-2.5 text-left tabular-nums", className)}
      panelClassName="p-2"
      trigger={
        <>
          <CalendarClock aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
          <span className={cn("truncate", !value && "text-faint-foreground")} suppressHydrationWarning>
            {value ? `${shown(value.from)} – ${shown(value.to)}` : t("any")}
          </span>
        </>
      }
    >
      {(close) => {
        const choose = (range: DateRange | null) => {
          onChange(range);
          close();
        };
        return (
          <div className="flex gap-3 max-sm:flex-col">
            <PresetList>
              {[...presets, ...CALENDAR_PRESETS].map((preset) => (
                <Button
                  key={preset}
                  variant="ghost"
                  size="sm"
                  className="justify-start"
                  onClick={() => {
                    const range = presetRange(preset, new Date(), timeZone);
                    choose({ from: range.from.toISOString(), to: range.to.toISOString() });
                  }}
                >
                  {t(preset)}
                </Button>
              ))}
              {clearable && (
                <Button variant="ghost" size="sm" className="justify-start" onClick={() => choose(null)}>
                  {t("any")}
                </Button>
              )}
            </PresetList>
            <RangeEnds value={value} timeZone={timeZone} now={now} onApply={choose} />
          </div>
        );
      }}
    </Popover>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** The presets; arrow keys go through them, beginning with the first as the panel opens. */
function PresetList({ children }: { children: ReactNode }) {
  const list = useRef<HTMLFieldSetElement>(null);
  const t = useTranslations("common.range");
  const buttons = () => [...(list.current?.querySelectorAll("button") ?? [])];
  useEffect(() => {
    // The panel is shown after it is rendered.
    const frame = requestAnimationFrame(() => list.current?.querySelector("button")?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[Math.min(all.length - 1, Math.max(0, at + step))]?.focus();
  };
  return (
    <fieldset
      ref={list}
      aria-label={t("presets")}
      className="grid w-36 content-start max-sm:w-full max-sm:grid-cols-2"
      onKeyDown={onKeyDown}
    >
      {children}
    </fieldset>
  );
}

type RangeEndsProps = Pick<DateRangePickerProps, "value" | "timeZone" | "now"> & {
  onApply: (range: DateRange) => void;
};

function RangeEnds({ value, timeZone, now, onApply }: RangeEndsProps) {
  const t = useTranslations("common.range");
  const id = useId();
  const [from, setFrom] = useState(value ? toLocalInput(new Date(value.from), timeZone) : "");
  const [to, setTo] = useState(value ? toLocalInput(new Date(value.to), timeZone) : "");
  const start = fromLocalInput(from, timeZone);
  const end = fromLocalInput(to, timeZone);
  const reversed = start !== null && end !== null && start >= end;
  const apply = () => {
    if (start && end && !reversed) onApply({ from: start.toISOString(), to: end.toISOString() });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    apply();
  };
  return (
    // Not a form, because the picker may be inside one, and forms cannot be nested.
    <div className="flex w-60 flex-col gap-3 border-l pt-1 pr-1 pl-3 max-sm:w-full max-sm:border-t max-sm:border-l-0 max-sm:pt-3 max-sm:pl-1">
      <div className="flex flex-col gap-1">
        <Label htmlFor={`${id}-from`}>{t("from")}</Label>
        <Input
          id={`${id}-from`}
          type="datetime-local"
          onKeyDown={onKeyDown}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </div>
      <div className="flex flex-col gap-1">
        <Label htmlFor={`${id}-to`}>{t("to")}</Label>
        <Input
          id={`${id}-to`}
          type="datetime-local"
          onKeyDown={onKeyDown}
          value={to}
          aria-invalid={reversed || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => setTo(event.target.value)}
        />
        <p id={`${id}-note`} className={cn("min-h-8 text-xs", reversed ? "text-critical" : "text-faint-foreground")}>
          {reversed ? t("reversed") : t("zone", { zone: timeZone, offset: formatOffset(new Date(now), timeZone) })}
        </p>
      </div>
      <Button variant="primary" disabled={!start || !end || reversed} onClick={apply}>
        {t("apply")}
      </Button>
    </div>
  );
}
