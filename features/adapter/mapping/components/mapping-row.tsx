"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { MEASURES } from "@/db/enums";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { Draft } from "../draft.rules";
import type { ReadField } from "../mapping.schema";
import { type MappedUnit, unitsOf } from "../unit.rules";

type MappingRowProps = {
  name: string;
  draft: Draft;
  /** Results for the field in the last messages, newest first. */
  tried: readonly ReadField[];
  /** The known field whose probe it replaces. */
  replaces: string | undefined;
  issue: (part: string) => string | undefined;
  onChange: (draft: Draft) => void;
};

/** A field with its last value, its mapping and the result. */
export function MappingRow({ name, draft, tried, replaces, issue, onChange }: MappingRowProps) {
  const t = useTranslations("device.mapping");
  const tCarrier = useTranslations("carrier");
  const [last] = tried;
  const isMeasure = draft.as !== "automatic" && draft.as !== "ignore";
  const isSwitch = draft.unit === "switch" || draft.unit === "inverted";
  const text = (key: "scale" | "offset" | "channel", label: string) => (
    <Field label={label} issue={issue(key)}>
      {(control) => (
        <Input
          {...control}
          inputMode={key === "channel" ? "text" : "decimal"}
          value={draft[key]}
          onChange={(event) => onChange({ ...draft, [key]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-2">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium font-mono text-sm">{name}</p>
        {last && (
          <p className="wrap-anywhere line-clamp-2 font-mono text-muted-foreground text-xs">
            {JSON.stringify(last.raw)}
          </p>
        )}
        {last && <Outcome field={last} />}
        {replaces !== undefined && (
          <p className="wrap-anywhere text-warning text-xs">{t("replaces", { field: replaces })}</p>
        )}
      </div>
      <Field label={t("as")} issue={issue("field") ?? issue("as")}>
        {(control) => (
          <Select
            {...control}
            value={draft.as}
            onChange={({ target }) => {
              const as = target.value as Draft["as"];
              const unit = as === "automatic" || as === "ignore" ? draft.unit : (unitsOf(as)[0] as MappedUnit);
              onChange({ ...draft, as, unit });
            }}
          >
            <option value="automatic">{t("automatic")}</option>
            <option value="ignore">{t("ignore")}</option>
            {MEASURES.map((measure) => (
              <option key={measure} value={measure}>
                {tCarrier(`measure.${measure}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isMeasure && (
        <div className="grid grid-cols-2 gap-3 sm:col-span-2 sm:grid-cols-4">
          <Field label={t("unit")} issue={issue("unit")} className={isSwitch ? "sm:col-span-2" : undefined}>
            {(control) => (
              <Select
                {...control}
                value={draft.unit}
                onChange={({ target }) => onChange({ ...draft, unit: target.value as MappedUnit })}
              >
                {unitsOf(draft.as as (typeof MEASURES)[number]).map((unit) => (
                  <option key={unit} value={unit}>
                    {unit === "switch" || unit === "inverted" ? t(unit) : unit}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {!isSwitch && text("scale", t("scale"))}
          {!isSwitch && text("offset", t("offset"))}
          {text("channel", t("channel"))}
        </div>
      )}
    </li>
  );
}

const STATES = { door: ["closed", "open"], power: ["off", "on"] } as const;

/** Result of a field: a probe value, a fault, a reason, the field that took its probe, or nothing. */
function Outcome({ field: { read, reason, displacedBy } }: { field: ReadField }) {
  const t = useTranslations("device.mapping");
  const tCarrier = useTranslations("carrier");
  const tDevice = useTranslations("device");
  const locale = useValueLocale();
  if (reason !== null) return <p className="text-critical text-xs">{t("unread")}</p>;
  if (displacedBy !== null)
    return <p className="wrap-anywhere text-warning text-xs">{t("displaced", { field: displacedBy })}</p>;
  if (read === null) return <p className="text-muted-foreground text-xs">{t("nothing")}</p>;
  const { measure, channel, value, isFault } = read;
  const words =
    measure === "door" || measure === "power"
      ? tDevice(`${measure}.${value === 1 ? STATES[measure][1] : STATES[measure][0]}`)
      : null;
  const name = tCarrier(`measure.${measure}`);
  const isPlaced = channel === "external" || channel === "internal";
  return (
    <p className="text-sm tabular-nums">
      {channel === "" ? name : tCarrier(`probe.${isPlaced ? channel : "other"}`, { measure: name, name: channel })}:{" "}
      {isFault ? tCarrier("probe.fault") : (words ?? formatReading(value, measure, locale).text)}
    </p>
  );
}
