"use client";

import { useLocale, useTranslations } from "next-intl";
import { Field } from "@/components/form/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { StateBadge } from "@/components/value/state-badge";
import { POINT_CLASSES, type PointClass } from "@/db/verification-enums";
import { formatNumber } from "@/lib/units/format";
import { typedNumber } from "@/lib/units/limits";
import { COUNT_MAXIMUM, METRES } from "../limits.rules";
import { type PointRule, type Space, volumeOf } from "../point.rules";
import type { PointPresetChoice } from "../preset/schema";
import type { PlannedPoint } from "../task.schema";

const SIZES = ["lengthMetres", "widthMetres", "heightMetres"] as const;
const COUNTS = ["fans", "doors", "deadCorners", "racks", "probes"] as const;

type NumberFieldProps = {
  label: string;
  value: number | null;
  disabled: boolean;
  /** Null is allowed if the field may be empty. */
  isOptional?: boolean;
  minimum: number;
  maximum: number;
  isWhole?: boolean;
  onChange: (value: number | null) => void;
};

/** A number that takes effect when the field is left; what is no such number is put back. */
function NumberField(props: NumberFieldProps) {
  const { label, value, disabled, isOptional = false, minimum, maximum, isWhole = false, onChange } = props;
  return (
    <Field label={label}>
      {(control) => (
        <Input
          // The value that was taken replaces the text.
          key={String(value)}
          {...control}
          inputMode={isWhole ? "numeric" : "decimal"}
          disabled={disabled}
          defaultValue={value ?? ""}
          onBlur={({ target }) => {
            const typed = typedNumber(target.value);
            const isFine =
              typed === null
                ? isOptional
                : Number.isFinite(typed) &&
                  typed >= minimum &&
                  typed <= maximum &&
                  (!isWhole || Number.isInteger(typed));
            if (!isFine) target.value = value === null ? "" : String(value);
            else if (typed !== value) onChange(typed);
          }}
        />
      )}
    </Field>
  );
}

type SpaceFieldsProps = { value: Space; disabled: boolean; onChange: (space: Space) => void };

/** The size of a space and what is in it. */
export function SpaceFields({ value, disabled, onChange }: SpaceFieldsProps) {
  const t = useTranslations("verification");
  const locale = useLocale();
  const field = (
    name: (typeof SIZES)[number] | (typeof COUNTS)[number],
    bounds: { minimum: number; maximum: number },
    isWhole = false,
  ) => (
    <NumberField
      key={name}
      label={t(`space.${name}`)}
      value={value[name]}
      {...{ ...bounds, disabled, isWhole }}
      onChange={(next) => next !== null && onChange({ ...value, [name]: next })}
    />
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-3 gap-x-3">{SIZES.map((name) => field(name, METRES))}</div>
      <p className="text-muted-foreground text-xs">
        {t("space.volume", { volume: formatNumber(volumeOf(value), locale, 0, 2) })}
      </p>
      <div className="grid grid-cols-2 gap-3">
        {COUNTS.map((name) => field(name, { minimum: 0, maximum: COUNT_MAXIMUM }, true))}
      </div>
    </div>
  );
}

const RULE_FIELDS = [
  ...(["uniformMinimum", "horizontalMetres", "verticalMetres", "perVolumePoints", "volumeCubicMetres"] as const),
  ...(["perFan", "perDoor", "perDeadCorner", "perRack", "perProbe", "outside"] as const),
] as const;
const OPTIONAL = new Set<string>(["horizontalMetres", "verticalMetres", "perVolumePoints", "volumeCubicMetres"]);
const BROKEN = new Set<string>(["horizontalMetres", "verticalMetres", "volumeCubicMetres"]);

type RuleFieldsProps = {
  presets: readonly PointPresetChoice[];
  named: { name: string; source: string };
  value: PointRule;
  points: readonly PlannedPoint[];
  required: Record<PointClass, number>;
  disabled: boolean;
  onPreset: (preset: PointPresetChoice) => void;
  onChange: (rule: PointRule) => void;
};

/** The rule by which points are counted, from a preset or changed, and how many of each class are there. */
export function RuleFields({ presets, named, value, points, required, disabled, onPreset, onChange }: RuleFieldsProps) {
  const t = useTranslations("verification");
  const counted = POINT_CLASSES.filter(
    (one) => required[one] > 0 || points.some(({ pointClass }) => pointClass === one),
  );
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={t("plan.preset")}
        hint={named.source === "" ? undefined : t("plan.source", { source: named.source })}
      >
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={presets.find(({ name }) => name === named.name)?.id ?? ""}
            onChange={({ target }) => {
              const preset = presets.find(({ id }) => String(id) === target.value);
              if (preset) onPreset(preset);
            }}
          >
            {!presets.some(({ name }) => name === named.name) && <option value="">{named.name || "–"}</option>}
            {presets.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ul className="flex flex-col gap-1 text-sm tabular-nums">
        {counted.map((one) => {
          const placed = points.filter(({ pointClass }) => pointClass === one).length;
          return (
            <li key={one} className="flex items-center justify-between gap-2">
              <span>{t(`class.${one}`)}</span>
              <StateBadge tone={placed < required[one] ? "warning" : "normal"} plain>
                {t("plan.placed", { placed, required: required[one] })}
              </StateBadge>
            </li>
          );
        })}
      </ul>
      <details className="text-sm">
        <summary className="cursor-pointer text-muted-foreground">{t("plan.figures")}</summary>
        <div className="mt-2 grid grid-cols-2 gap-3">
          {RULE_FIELDS.map((name) => (
            <NumberField
              key={name}
              label={t(`rule.${name}`)}
              value={value[name]}
              disabled={disabled}
              isOptional={OPTIONAL.has(name)}
              isWhole={!BROKEN.has(name)}
              minimum={name === "uniformMinimum" || name === "perVolumePoints" ? 1 : BROKEN.has(name) ? 0.1 : 0}
              maximum={BROKEN.has(name) ? METRES.maximum : COUNT_MAXIMUM}
              onChange={(next) => onChange({ ...value, [name]: next })}
            />
          ))}
        </div>
      </details>
    </div>
  );
}
