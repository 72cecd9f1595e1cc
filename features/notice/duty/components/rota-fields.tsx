"use client";

import { Trash2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { DutyPerson } from "../duty.schema";

/** A shift being edited. */
export type ShiftDraft = {
  key: number;
  days: readonly number[];
  from: string;
  to: string;
  endsNextDay: boolean;
  contactId: string;
  substituteId: string;
};

/** A holiday or an absence being edited. */
export type DaysDraft = {
  key: number;
  from: string;
  to: string;
  name: string;
  contactIds: readonly number[];
  contactId: string;
  substituteId: string;
};

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
/** ISO weekdays are counted from 2024-01-01, a Monday. */
const weekdayName = (day: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" }).format(Date.UTC(2024, 0, day));

type Common = {
  position: number;
  people: readonly DutyPerson[];
  issue: (field: string) => string | undefined;
  onRemove: () => void;
};

/** Start and end of a shift, and who is on duty. */
export function ShiftFields(props: Common & { shift: ShiftDraft; onChange: (shift: ShiftDraft) => void }) {
  const { shift, position, people, issue, onChange, onRemove } = props;
  const t = useTranslations("duty.form");
  const locale = useLocale();
  const set = (fields: Partial<ShiftDraft>) => onChange({ ...shift, ...fields });
  const time = (name: "from" | "to") => (
    <Field label={t(name)} issue={issue(name)} required>
      {(control) => (
        <Input
          {...control}
          type="time"
          className="tabular-nums"
          value={shift[name] === "24:00" ? "00:00" : shift[name]}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  );
  const ofDays = issue("days");
  return (
    <Item label={t("shift", { position })} remove={t("removeOf", { position })} onRemove={onRemove}>
      <fieldset className={spanBoth}>
        <legend className="font-medium text-sm">{t("days")}</legend>
        <div className="flex flex-wrap gap-x-4">
          {WEEKDAYS.map((day) => (
            <CheckboxField
              key={day}
              label={weekdayName(day, locale)}
              checked={shift.days.includes(day)}
              {...(ofDays && { "aria-invalid": true })}
              onChange={({ target }) =>
                set({ days: WEEKDAYS.filter((one) => (one === day ? target.checked : shift.days.includes(one))) })
              }
            />
          ))}
        </div>
        {ofDays && <p className="text-critical text-xs">{ofDays}</p>}
      </fieldset>
      {time("from")}
      {time("to")}
      <CheckboxField
        className={spanBoth}
        label={t("endsNextDay")}
        checked={shift.endsNextDay}
        onChange={({ target }) => set({ endsNextDay: target.checked })}
      />
      <PersonField
        label={t("contact")}
        issue={issue("contactId")}
        people={people}
        value={shift.contactId}
        onChange={(contactId) => set({ contactId })}
      />
      <PersonField
        label={t("substitute")}
        issue={issue("substituteId")}
        people={people}
        none={t("noSubstitute")}
        value={shift.substituteId}
        onChange={(substituteId) => set({ substituteId })}
      />
    </Item>
  );
}

type DaysFieldsProps = Common & {
  kind: "holiday" | "absence";
  days: DaysDraft;
  onChange: (days: DaysDraft) => void;
};

/** Calendar days, and who is on duty or absent on them. */
export function DaysFields({ kind, days, position, people, issue, onChange, onRemove }: DaysFieldsProps) {
  const t = useTranslations("duty.form");
  const set = (fields: Partial<DaysDraft>) => onChange({ ...days, ...fields });
  const ofPeople = issue("contactIds");
  const day = (name: "from" | "to", label: string) => (
    <Field label={label} issue={issue(name)} required>
      {(control) => (
        <Input
          {...control}
          type="date"
          className="tabular-nums"
          value={days[name]}
          onChange={({ target: { value } }) =>
            // Most entries are a single day.
            set(
              name === "from" && (days.to === "" || days.to === days.from)
                ? { from: value, to: value }
                : { [name]: value },
            )
          }
        />
      )}
    </Field>
  );
  return (
    <Item label={t(kind, { position })} remove={t("removeOf", { position })} onRemove={onRemove}>
      {day("from", t("firstDay"))}
      {day("to", t("lastDay"))}
      {kind === "holiday" ? (
        <>
          <Field label={t("name")} className={spanBoth} issue={issue("name")}>
            {(control) => (
              <Input
                {...control}
                maxLength={30}
                autoComplete="off"
                value={days.name}
                onChange={({ target }) => set({ name: target.value })}
              />
            )}
          </Field>
          <fieldset className={spanBoth}>
            <legend className="font-medium text-sm">{t("onDuty")}</legend>
            <div className="flex flex-wrap gap-x-4">
              {people.map(({ id, name }) => (
                <CheckboxField
                  key={id}
                  label={name}
                  checked={days.contactIds.includes(id)}
                  {...(ofPeople && { "aria-invalid": true })}
                  onChange={({ target }) =>
                    set({
                      contactIds: target.checked
                        ? [...days.contactIds, id]
                        : days.contactIds.filter((one) => one !== id),
                    })
                  }
                />
              ))}
            </div>
            {ofPeople && <p className="text-critical text-xs">{ofPeople}</p>}
          </fieldset>
        </>
      ) : (
        <>
          <PersonField
            label={t("absent")}
            issue={issue("contactId")}
            people={people}
            value={days.contactId}
            onChange={(contactId) => set({ contactId })}
          />
          <PersonField
            label={t("substitute")}
            issue={issue("substituteId")}
            people={people}
            none={t("shiftSubstitute")}
            value={days.substituteId}
            onChange={(substituteId) => set({ substituteId })}
          />
        </>
      )}
    </Item>
  );
}

type ItemProps = { label: string; remove: string; onRemove: () => void; children: ReactNode };

function Item({ label, remove, onRemove, children }: ItemProps) {
  return (
    <section aria-label={label} className="rounded-md border p-3">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h4 className="font-medium text-sm">{label}</h4>
        <Button
          size="sm"
          variant="ghost"
          className="w-control-sm px-0 hover:bg-critical-soft hover:text-critical"
          aria-label={`${label}: ${remove}`}
          title={remove}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <FormGrid>{children}</FormGrid>
    </section>
  );
}

type PersonFieldProps = {
  label: string;
  issue: string | undefined;
  people: readonly DutyPerson[];
  /** The label of the empty choice, if it is allowed. */
  none?: string;
  value: string;
  onChange: (value: string) => void;
};

function PersonField({ label, issue, people, none, value, onChange }: PersonFieldProps) {
  return (
    <Field label={label} issue={issue} required={none === undefined}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          {none !== undefined && <option value="">{none}</option>}
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
