"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { fromLocalInput, toLocalInput } from "@/lib/datetime/zone";
import { type Criterion, namesOf } from "./criterion";

// Loaded only by lists with a range criterion.
const DateRangePicker = dynamic(() =>
  import("@/components/form/date-range-picker").then((module) => module.DateRangePicker),
);

type CriterionControlProps = {
  id: string;
  criterion: Criterion;
  values: Readonly<Record<string, string | undefined>>;
  timeZone: string;
  now: number;
  /** Called when a control without an event of its own has changed. */
  onApply: () => void;
};

const INPUT_TYPE = { date: "date", time: "time" } as const;

export function CriterionControl({ id, criterion, values, timeZone, now, onApply }: CriterionControlProps) {
  const t = useTranslations("common.search");
  const value = values[criterion.name] ?? "";
  switch (criterion.kind) {
    case "text":
      return (
        <Input
          id={id}
          type="search"
          name={criterion.name}
          defaultValue={value}
          placeholder={criterion.placeholder ?? criterion.label}
        />
      );
    case "select":
      return (
        <Select id={id} name={criterion.name} defaultValue={value}>
          <option value="">{criterion.anyLabel ?? t("any")}</option>
          {criterion.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      );
    case "date":
    case "time":
      return <Input id={id} type={INPUT_TYPE[criterion.kind]} name={criterion.name} defaultValue={value} />;
    case "datetime":
      return <InstantControl id={id} name={criterion.name} iso={value} timeZone={timeZone} />;
    case "timerange":
      return (
        <span className="flex items-center gap-1">
          {namesOf(criterion).map((name, end) => (
            <Input
              key={name}
              id={end === 0 ? id : undefined}
              aria-label={`${criterion.label}: ${t(end === 0 ? "from" : "to")}`}
              type="time"
              name={name}
              defaultValue={values[name] ?? ""}
            />
          ))}
        </span>
      );
    case "datetimerange":
      return <RangeControl {...{ id, criterion, values, timeZone, now, onApply }} />;
    case "custom":
      return criterion.control;
  }
}

/** An instant that is entered as wall-clock time of the zone and submitted as ISO-8601. */
function InstantControl({ id, name, iso, timeZone }: { id: string; name: string; iso: string; timeZone: string }) {
  const initial = iso && !Number.isNaN(Date.parse(iso)) ? toLocalInput(new Date(iso), timeZone) : "";
  const [local, setLocal] = useState(initial);
  return (
    <>
      <Input id={id} type="datetime-local" value={local} onChange={(event) => setLocal(event.target.value)} />
      <input type="hidden" name={name} value={fromLocalInput(local, timeZone)?.toISOString() ?? ""} />
    </>
  );
}

function RangeControl({ id, criterion, values, timeZone, now, onApply }: CriterionControlProps) {
  const [fromName = "from", toName = "to"] = namesOf(criterion);
  const from = values[fromName];
  const to = values[toName];
  const known = from && to && !Number.isNaN(Date.parse(from)) && !Number.isNaN(Date.parse(to));
  const [range, setRange] = useState(known ? { from, to } : null);
  return (
    <>
      <DateRangePicker
        id={id}
        label={criterion.label}
        timeZone={timeZone}
        now={now}
        value={range}
        onChange={(next) => {
          setRange(next);
          onApply();
        }}
        presets={criterion.kind === "datetimerange" ? criterion.presets : undefined}
      />
      <input type="hidden" name={fromName} value={range?.from ?? ""} />
      <input type="hidden" name={toName} value={range?.to ?? ""} />
    </>
  );
}
