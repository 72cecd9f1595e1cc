"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { saveRota } from "../duty.client";
import { gapsOf } from "../duty.rules";
import { type DutyRotaDto, DutyRotaInput } from "../duty.schema";
import { Gaps } from "./gaps";
import { type DaysDraft, DaysFields, type ShiftDraft, ShiftFields } from "./rota-fields";

const FOUR_WEEKS_MS = 28 * 86_400_000;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

type RotaFormProps = { shown: DutyRotaDto; now: number; onClose: () => void; onSaved: () => void };

const idOf = (text: string) => (text === "" ? null : Number(text));
const textOf = (id: number | null) => (id === null ? "" : String(id));

let made = 0;
const nextKey = () => {
  made += 1;
  return made;
};

/** Edits the shifts, holidays and absences of a rota. Gaps are listed before it is saved. */
export function RotaForm({ shown, now, onClose, onSaved }: RotaFormProps) {
  const t = useTranslations("duty.form");
  const { rota, people, timeZone } = shown;
  const first = textOf(people[0]?.id ?? null);
  const newShift = (): ShiftDraft => ({
    ...{ key: nextKey(), days: EVERY_DAY, from: "08:00", to: "08:00", endsNextDay: true },
    ...{ contactId: first, substituteId: "" },
  });
  const newDays = (): DaysDraft => ({
    ...{ key: nextKey(), from: "", to: "", name: "", contactIds: [], contactId: first, substituteId: "" },
  });
  const [allowsOverlap, setAllowsOverlap] = useState(rota?.allowsOverlap ?? false);
  const [acceptsGaps, setAcceptsGaps] = useState(false);
  const [shifts, setShifts] = useState<readonly ShiftDraft[]>(
    () =>
      rota?.shifts.map((one) => ({
        ...one,
        key: nextKey(),
        contactId: textOf(one.contactId),
        substituteId: textOf(one.substituteId),
      })) ?? [newShift()],
  );
  const [holidays, setHolidays] = useState<readonly DaysDraft[]>(
    () => rota?.holidays.map((one) => ({ ...newDays(), ...one })) ?? [],
  );
  const [absences, setAbsences] = useState<readonly DaysDraft[]>(
    () =>
      rota?.absences.map(({ contactId, substituteId, ...one }) => ({
        ...{ ...newDays(), ...one, contactId: textOf(contactId), substituteId: textOf(substituteId) },
      })) ?? [],
  );
  const values = {
    allowsOverlap,
    acceptsGaps,
    version: rota?.version ?? null,
    shifts: shifts.map(({ key: _, contactId, substituteId, ...one }) => ({
      ...{ ...one, contactId: idOf(contactId), substituteId: idOf(substituteId) },
    })),
    holidays: holidays.map(({ from, to, name, contactIds }) => ({ from, to, name, contactIds })),
    absences: absences.map(({ from, to, contactId, substituteId }) => ({
      ...{ from, to, contactId: idOf(contactId), substituteId: idOf(substituteId) },
    })),
  };
  const form = useRecordForm({
    schema: DutyRotaInput,
    send: (input) => saveRota(shown.id, input),
    onDone: () => {
      showToast("normal", t("saved"));
      onSaved();
    },
  });
  const parsed = DutyRotaInput.safeParse(values);
  const gaps = parsed.success ? gapsOf(parsed.data, now, now + FOUR_WEEKS_MS, timeZone) : [];
  const version = form.issue("version");
  const gapIssue = form.issue("acceptsGaps");
  return (
    <RecordDialog
      shape="sheet"
      onClose={onClose}
      title={t("title", { group: shown.groupName })}
      description={t("description", { zone: timeZone })}
      pending={form.pending}
      error={version ?? form.error}
      onSubmit={() => form.submit(values)}
    >
      <div className="flex flex-col gap-6">
        <Part
          title={t("shifts")}
          hint={t("shiftsHint")}
          add={t("addShift")}
          onAdd={() => setShifts([...shifts, newShift()])}
        >
          {shifts.map((shift, index) => (
            <ShiftFields
              key={shift.key}
              shift={shift}
              position={index + 1}
              people={people}
              issue={(field) => form.issue(`shifts.${index}.${field}`)}
              onChange={(next) => setShifts(shifts.map((one) => (one.key === next.key ? next : one)))}
              onRemove={() => setShifts(shifts.filter(({ key }) => key !== shift.key))}
            />
          ))}
          <CheckboxField
            label={t("allowsOverlap")}
            checked={allowsOverlap}
            onChange={({ target }) => setAllowsOverlap(target.checked)}
          />
        </Part>
        <Part
          title={t("holidays")}
          hint={t("holidaysHint")}
          add={t("addHoliday")}
          onAdd={() => setHolidays([...holidays, newDays()])}
        >
          {holidays.map((days, index) => (
            <DaysFields
              key={days.key}
              kind="holiday"
              days={days}
              position={index + 1}
              people={people}
              issue={(field) => form.issue(`holidays.${index}.${field}`)}
              onChange={(next) => setHolidays(holidays.map((one) => (one.key === next.key ? next : one)))}
              onRemove={() => setHolidays(holidays.filter(({ key }) => key !== days.key))}
            />
          ))}
        </Part>
        <Part
          title={t("absences")}
          hint={t("absencesHint")}
          add={t("addAbsence")}
          onAdd={() => setAbsences([...absences, newDays()])}
        >
          {absences.map((days, index) => (
            <DaysFields
              key={days.key}
              kind="absence"
              days={days}
              position={index + 1}
              people={people}
              issue={(field) => form.issue(`absences.${index}.${field}`)}
              onChange={(next) => setAbsences(absences.map((one) => (one.key === next.key ? next : one)))}
              onRemove={() => setAbsences(absences.filter(({ key }) => key !== days.key))}
            />
          ))}
        </Part>
        {gaps.length > 0 && (
          <Alert tone="warning" title={t("gapsTitle")}>
            <Gaps gaps={gaps} timeZone={timeZone} />
            <p className="mt-1">{t("gapsHint")}</p>
            <CheckboxField
              label={t("acceptsGaps")}
              checked={acceptsGaps}
              {...(gapIssue && { "aria-invalid": true })}
              onChange={({ target }) => setAcceptsGaps(target.checked)}
            />
            {gapIssue && !acceptsGaps && <p className="text-critical text-xs">{gapIssue}</p>}
          </Alert>
        )}
      </div>
    </RecordDialog>
  );
}

type PartProps = { title: string; hint: string; add: string; onAdd: () => void; children: ReactNode };

function Part({ title, hint, add, onAdd, children }: PartProps) {
  return (
    <section>
      <h3 className="font-semibold text-base">{title}</h3>
      <p className="mb-2 text-muted-foreground text-sm">{hint}</p>
      <div className="flex flex-col gap-2">{children}</div>
      <Button className="mt-2" onClick={onAdd}>
        <Plus aria-hidden="true" />
        {add}
      </Button>
    </section>
  );
}
