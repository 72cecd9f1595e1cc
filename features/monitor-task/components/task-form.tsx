"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RecordFormProps } from "@/components/data-table/record-list";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField, SelectField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { Select } from "@/components/ui/select";
import { MONITOR_KINDS } from "@/db/monitor-enums";
import { assignedOf, assignmentOf, PersonField } from "@/features/work-order/components/person-field";
import { dayKey } from "@/lib/datetime/zone";
import { typedNumber } from "@/lib/units/limits";
import type { CheckSchedule } from "../schedule.rules";
import { groupsQuery, saveTask } from "../task.client";
import { NAME_LENGTH } from "../task.rules";
import { type TargetDto, type TaskDto, TaskInput } from "../task.schema";
import { ScheduleFields } from "./schedule-fields";
import { TargetSelect } from "./target-select";

type TaskFormProps = RecordFormProps<TaskDto> & {
  customers: readonly { id: number; name: string }[];
  customerId: number;
  /** Whether the account sees some nodes only, and must name places. */
  isBound: boolean;
  mayOrder: boolean;
  timeZone: string;
  now: number;
};

const scheduleOf = (record: TaskDto | null, today: string): CheckSchedule =>
  record ?? {
    ...{ strategy: "daily", startOn: today, weekdays: [1], dayOfMonth: 1, time: "08:00" },
    ...{ intervalCount: null, intervalUnit: null, untilTime: null },
  };

/** What a strategy does not use is not sent. */
function sentOf(schedule: CheckSchedule) {
  const { strategy, intervalUnit } = schedule;
  const isRepeated = strategy !== "single" && intervalUnit !== null;
  return {
    ...schedule,
    startOn: strategy === "single" ? schedule.startOn : null,
    weekdays: strategy === "weekly" ? [...schedule.weekdays] : [],
    dayOfMonth: strategy === "monthly" ? (schedule.dayOfMonth ?? 1) : null,
    intervalCount: isRepeated ? schedule.intervalCount : null,
    intervalUnit: isRepeated ? intervalUnit : null,
    untilTime: isRepeated && intervalUnit !== "day" ? schedule.untilTime : null,
  };
}

const columnsOf = (one: CheckSchedule): CheckSchedule => ({
  ...{ strategy: one.strategy, startOn: one.startOn, weekdays: one.weekdays, dayOfMonth: one.dayOfMonth },
  ...{ time: one.time, intervalCount: one.intervalCount, intervalUnit: one.intervalUnit, untilTime: one.untilTime },
});

/** The form of a monitor task: what it looks for, where and when, and what follows. */
export function TaskForm({ record, customers, customerId: own, isBound, mayOrder, ...props }: TaskFormProps) {
  const { timeZone, now, onClose, onSaved } = props;
  const t = useTranslations("monitorTask");
  const zone = record?.timeZone ?? timeZone;
  const [customerId, setCustomerId] = useState(record?.customerId ?? own);
  const [targets, setTargets] = useState<readonly TargetDto[]>(record?.targets ?? []);
  const [schedule, setSchedule] = useState(() => columnsOf(scheduleOf(record, dayKey(new Date(now), zone))));
  const [groupId, setGroupId] = useState<number | null>(record?.noticeGroup?.id ?? null);
  const [submitsOrder, setSubmitsOrder] = useState(record?.submitsOrder ?? false);
  const [initial] = useState(() => (record ? assignedOf(record) : null));
  const [assigned, setAssigned] = useState(initial);
  const [isChanged, setIsChanged] = useState(false);
  const form = useRecordForm({
    schema: TaskInput,
    record,
    send: (values) => saveTask(record?.id ?? null, values),
    onDone: onSaved,
  });
  const change = (work: () => void) => {
    setIsChanged(true);
    work();
  };
  const submit = (data: FormData) =>
    void form.submit({
      ...{ customerId, name: data.get("name"), kind: data.get("kind") },
      targets: targets.map(({ kind, id }) => ({ kind, id })),
      ...sentOf(schedule),
      raisesException: data.get("raisesException") !== null,
      noticeGroupId: groupId,
      submitsOrder,
      dueMinutes: submitsOrder ? typedNumber(data.get("dueMinutes")) : null,
      ...assignmentOf(submitsOrder ? assigned : null),
      isRunning: record ? record.isRunning : data.get("isRunning") !== null,
    });
  const field = (name: string) => ({ form, name, label: t(`field.${name}` as "field.name") });
  return (
    <RecordDialog
      shape="sheet"
      title={record ? t("form.edit", { name: record.name }) : t("new")}
      onClose={onClose}
      onSubmit={submit}
      pending={form.pending}
      error={form.error}
      isChanged={isChanged}
    >
      <FormGrid>
        {!record && customers.length > 1 && (
          <SelectField
            {...field("customerId")}
            required
            className={spanBoth}
            value={customerId}
            onChange={({ target }) => {
              setCustomerId(Number(target.value));
              setTargets([]);
              setGroupId(null);
              setAssigned(null);
            }}
            options={customers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <InputField
          {...field("name")}
          required
          maxLength={NAME_LENGTH}
          className={spanBoth}
          defaultValue={record?.name}
          autoComplete="off"
        />
        <SelectField
          {...field("kind")}
          required
          className={spanBoth}
          defaultValue={record?.kind ?? "gateway"}
          options={MONITOR_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <div className={spanBoth}>
          <Field
            label={t("field.places")}
            hint={t(isBound ? "form.placesNeeded" : "form.placesHint")}
            issue={form.issue("targets")}
            required={isBound}
          >
            {(control) => (
              <TargetSelect
                control={{ ...control, "aria-label": t("field.places") }}
                customerId={customerId}
                value={targets}
                onChange={(next) => change(() => setTargets(next))}
              />
            )}
          </Field>
        </div>
        <ScheduleFields
          value={schedule}
          onChange={(next) => change(() => setSchedule({ ...schedule, ...next }))}
          issueOf={form.issue}
          zone={zone}
          now={now}
        />
        <fieldset className={spanBoth}>
          <legend className="mb-1 font-medium text-sm">{t("field.follows")}</legend>
          <CheckboxField
            name="raisesException"
            label={t("follows.exception")}
            hint={t("form.exceptionHint")}
            defaultChecked={record?.raisesException ?? true}
          />
          {(mayOrder || submitsOrder) && (
            <CheckboxField
              label={t("follows.order")}
              hint={t("form.orderHint")}
              checked={submitsOrder}
              onChange={({ target }) => change(() => setSubmitsOrder(target.checked))}
            />
          )}
        </fieldset>
        {submitsOrder && (
          <>
            <div className={spanBoth}>
              <PersonField
                customerId={customerId}
                value={assigned}
                onChange={(next) => change(() => setAssigned(next))}
                issue={form.issue("assigneeId") ?? form.issue("groupId")}
              />
            </div>
            <InputField
              {...field("dueMinutes")}
              hint={t("form.dueHint")}
              inputMode="numeric"
              defaultValue={record?.dueMinutes ?? ""}
            />
          </>
        )}
        <GroupField
          customerId={customerId}
          value={groupId}
          issue={form.issue("noticeGroupId")}
          onChange={(next) => change(() => setGroupId(next))}
        />
        {!record && <CheckboxField name="isRunning" label={t("form.start")} className={spanBoth} defaultChecked />}
      </FormGrid>
    </RecordDialog>
  );
}

type GroupFieldProps = {
  customerId: number;
  value: number | null;
  issue: string | undefined;
  onChange: (groupId: number | null) => void;
};

/** The contact group that is told of what a task finds. */
function GroupField({ customerId, value, issue, onChange }: GroupFieldProps) {
  const t = useTranslations("monitorTask");
  const { data, isPending } = useQuery(groupsQuery(customerId));
  return (
    <Field label={t("field.noticeGroupId")} hint={t("form.noticeHint")} issue={issue} className={spanBoth}>
      {(control) => (
        <Select
          {...control}
          // A group that is not loaded yet is not lost.
          key={String(isPending)}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
        >
          <option value="">{t("form.nobody")}</option>
          {data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
