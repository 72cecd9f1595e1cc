"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RecordOption, RecordSelect } from "@/components/form/record-select";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from "@/components/ui/table";
import { POINT_CLASSES, type PointClass } from "@/db/verification-enums";
import type { Issue } from "@/lib/errors";
import { typedNumber } from "@/lib/units/limits";
import { LABEL_LENGTH } from "../limits.rules";
import { TASK_PATH } from "../task.client";
import type { DeviceChoiceDto, PlannedPoint } from "../task.schema";

type PointListProps = {
  taskId: number;
  points: readonly PlannedPoint[];
  isEditable: boolean;
  mayDevices: boolean;
  issues: readonly Issue[];
  onChange: (key: string, values: Partial<PlannedPoint>) => void;
  onRemove: (key: string) => void;
};

/** The points of a plan with their classes, heights and devices. */
export function PointList({ taskId, points, isEditable, mayDevices, issues, onChange, onRemove }: PointListProps) {
  const t = useTranslations("verification");
  const optionOf = ({ id, name, serialNumber, dueOn, busy }: DeviceChoiceDto): RecordOption => ({
    ...{ id, label: name },
    hint: [
      ...(serialNumber === name ? [] : [serialNumber]),
      busy ? t("plan.busy", { number: busy }) : dueOn ? t("plan.dueOn", { day: dueOn }) : t("plan.uncalibrated"),
    ].join(" · "),
  });
  if (points.length === 0) return <p className="text-muted-foreground text-sm">{t("plan.none")}</p>;
  const isWrong = (index: number) => issues.some(({ path }) => path.startsWith(`points.${index}.`));
  const device = (point: PlannedPoint, name: "device" | "beside") => {
    const value = point[name];
    const label = t(name === "device" ? "plan.deviceOf" : "plan.besideOf", { label: point.label });
    if (!isEditable || !mayDevices) return value?.name ?? "–";
    return (
      <RecordSelect<DeviceChoiceDto>
        aria-label={label}
        name={`${name} ${point.key}`}
        path={`${TASK_PATH}/${taskId}/device`}
        value={value && { id: value.id, label: value.name ?? "–" }}
        toOption={optionOf}
        onChange={(next, item) =>
          onChange(point.key, {
            [name]: next && {
              ...{ id: next.id, name: next.label },
              ...{ dueOn: item?.dueOn ?? null, reportIntervalSeconds: item?.reportIntervalSeconds ?? 0 },
            },
          })
        }
      />
    );
  };
  return (
    <Table>
      <TableHead>
        <TableRow>
          {["label", "pointClass", "heightMetres", "device"].map((name) => (
            <TableHeaderCell key={name}>{t(`field.${name}`)}</TableHeaderCell>
          ))}
          {isEditable && (
            <TableHeaderCell>
              <span className="sr-only">{t("plan.remove")}</span>
            </TableHeaderCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {points.map((point, index) => (
          <TableRow key={point.key} className={isWrong(index) ? "bg-critical-soft" : undefined}>
            <TableCell className="w-24">
              {isEditable ? (
                <Input
                  aria-label={t("plan.labelOf", { label: point.label })}
                  value={point.label}
                  maxLength={LABEL_LENGTH}
                  onChange={({ target }) => onChange(point.key, { label: target.value })}
                />
              ) : (
                point.label
              )}
            </TableCell>
            <TableCell className="min-w-36">
              {isEditable ? (
                <Select
                  aria-label={t("plan.classOf", { label: point.label })}
                  value={point.pointClass}
                  onChange={({ target }) => {
                    const pointClass = target.value as PointClass;
                    onChange(point.key, { pointClass, ...(pointClass !== "permanent" && { beside: null }) });
                  }}
                >
                  {POINT_CLASSES.map((one) => (
                    <option key={one} value={one}>
                      {t(`class.${one}`)}
                    </option>
                  ))}
                </Select>
              ) : (
                t(`class.${point.pointClass}`)
              )}
            </TableCell>
            <TableCell className="w-28">
              {isEditable ? (
                <Input
                  aria-label={t("plan.heightOf", { label: point.label })}
                  inputMode="decimal"
                  defaultValue={Math.round(point.heightMetres * 100) / 100}
                  onBlur={({ target }) => {
                    const height = typedNumber(target.value);
                    if (height !== null && height >= 0) onChange(point.key, { heightMetres: height });
                  }}
                />
              ) : (
                `${point.heightMetres} m`
              )}
            </TableCell>
            <TableCell className="min-w-56 py-1">
              {device(point, "device")}
              {point.pointClass === "permanent" && (
                <div className="mt-1 flex items-center gap-2 text-muted-foreground text-xs">
                  <span className="whitespace-nowrap">{t("plan.beside")}</span>
                  <span className="min-w-0 flex-1">{device(point, "beside")}</span>
                </div>
              )}
            </TableCell>
            {isEditable && (
              <TableCell className="w-10 text-center">
                <Button
                  variant="destructive-ghost"
                  size="icon-sm"
                  aria-label={t("plan.removeOf", { label: point.label })}
                  onClick={() => onRemove(point.key)}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
