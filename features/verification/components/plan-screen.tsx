"use client";

import { Plus, Sparkles } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useMemo, useRef, useState } from "react";
import { useIssueText } from "@/components/form/use-record-form";
import { useUnsavedGuard } from "@/components/form/use-unsaved-guard";
import { ButtonLink } from "@/components/layout/button-link";
import { Part } from "@/components/layout/part";
import { PlanSurface, type PlanSurfaceHandle } from "@/components/plan/plan-surface";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast-store";
import { POINT_CLASSES, type PointClass } from "@/db/verification-enums";
import type { Issue } from "@/lib/errors";
import { ServiceError } from "@/lib/http/call-service";
import { useRouter } from "@/lib/i18n/navigation";
import { pictureSize, planSvg } from "../heat.rules";
import { MOST_POINTS } from "../limits.rules";
import { labelFor, type PointRule, requiredOf, type Space, suggestPoints } from "../point.rules";
import type { PointPresetChoice } from "../preset/schema";
import { savePlan, sendAct } from "../task.client";
import type { PlannedPoint, TaskDetailDto } from "../task.schema";
import { TaskState } from "./badges";
import { PlannedMarker } from "./planned-marker";
import { PointList } from "./point-list";
import { RuleFields, SpaceFields } from "./space-fields";

const EMPTY_SPACE: Space = {
  ...{ lengthMetres: 6, widthMetres: 4, heightMetres: 3, fans: 1, doors: 1, deadCorners: 4, racks: 0, probes: 2 },
};
const EMPTY_RULE: PointRule = {
  ...{ uniformMinimum: 9, horizontalMetres: null, verticalMetres: null, perVolumePoints: null },
  ...{ volumeCubicMetres: null, perFan: 0, perDoor: 0, perDeadCorner: 0, perRack: 0, perProbe: 0, outside: 0 },
};
const ruleOf = (preset: PointPresetChoice): PointRule =>
  Object.fromEntries(Object.keys(EMPTY_RULE).map((name) => [name, preset[name as keyof PointRule]])) as PointRule;

type PlanScreenProps = { task: TaskDetailDto; presets: readonly PointPresetChoice[]; mayDevices: boolean };

/** The plan of a verification: how big the space is, how many points it needs, and where they are. */
export function PlanScreen({ task, presets, mayDevices }: PlanScreenProps) {
  const t = useTranslations("verification");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const router = useRouter();
  const keysId = useId();
  const surface = useRef<PlanSurfaceHandle>(null);
  const first = presets.find(({ object }) => object === task.object) ?? presets[0];
  const [space, setSpace] = useState<Space>(task.space ?? EMPTY_SPACE);
  const [rule, setRule] = useState<PointRule>(task.rule ?? (first ? ruleOf(first) : EMPTY_RULE));
  const [named, setNamed] = useState(
    task.rule
      ? { name: task.ruleName, source: task.ruleSource }
      : { name: first?.name ?? "", source: first?.source ?? "" },
  );
  const [points, setPoints] = useState<readonly PlannedPoint[]>(() =>
    task.points.map(({ id, latest: _, ...point }) => ({ ...point, key: String(id) })),
  );
  const [chosen, setChosen] = useState<PointClass>("uniform");
  const [version, setVersion] = useState(task.version);
  const [isUnsaved, setUnsaved] = useState(task.space === null);
  const [pending, setPending] = useState<"save" | "start" | null>(null);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  useUnsavedGuard(isUnsaved && task.space !== null);
  const isEditable = task.acts.includes("plan");
  const next = useRef(0);
  const edit =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setUnsaved(true);
      setIssues([]);
    };
  const changePoints = edit(setPoints);
  const required = useMemo(() => requiredOf(rule, space), [rule, space]);
  const size = pictureSize(space);
  const src = useMemo(() => `data:image/svg+xml,${encodeURIComponent(planSvg(space))}`, [space]);

  const add = () => {
    if (points.length >= MOST_POINTS) return showToast("critical", t("plan.full", { limit: MOST_POINTS }));
    next.current += 1;
    const at = surface.current?.middle() ?? { x: 0.5, y: 0.5 };
    const label = labelFor(
      chosen,
      points.map((one) => one.label),
    );
    changePoints([
      ...points,
      {
        ...{ key: `new ${next.current}`, label, pointClass: chosen, ...at },
        ...{ heightMetres: space.heightMetres / 2, device: null, beside: null },
      },
    ]);
  };
  const suggest = () => {
    const labels: string[] = [];
    const devices = points.flatMap(({ device }) => device ?? []);
    changePoints(
      suggestPoints(rule, space)
        .slice(0, MOST_POINTS)
        .map((one, index) => {
          const label = labelFor(one.pointClass, labels);
          labels.push(label);
          next.current += 1;
          return { ...one, key: `new ${next.current}`, label, device: devices[index] ?? null, beside: null };
        }),
    );
  };
  const change = (key: string, values: Partial<PlannedPoint>) =>
    changePoints(points.map((one) => (one.key === key ? { ...one, ...values } : one)));
  const remove = (key: string) => changePoints(points.filter((one) => one.key !== key));

  const store = async () => {
    const saved = await savePlan(task.id, {
      ...{ version, space, rule, ruleName: named.name, ruleSource: named.source },
      points: points.map(({ key: _, device, beside, ...point }) => ({
        ...{ ...point, deviceId: device?.id ?? null, besideId: beside?.id ?? null },
      })),
    });
    setVersion(saved.version);
    setUnsaved(false);
  };
  const attempt = async (what: "save" | "start", work: () => Promise<void>) => {
    setPending(what);
    setIssues([]);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setIssues(error.issues);
      if (error.issues.length === 0) showToast("critical", tError(error.key), error.requestId);
    } finally {
      setPending(null);
    }
  };
  const save = () =>
    void attempt("save", async () => {
      await store();
      showToast("normal", t("plan.saved"));
    });
  const start = () =>
    void attempt("start", async () => {
      if (isUnsaved) await store();
      await sendAct(task.id, "start", {});
      showToast("normal", t("act.started", { number: task.number }));
      router.push(`/verificationDetail?id=${task.id}`);
    });
  return (
    <PageBody>
      <WindowHead
        title={`${task.number} · ${task.name}`}
        note={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <TaskState state={task.state} />
            <span>{task.carrier.name}</span>
            {isEditable && isUnsaved && <span role="status">{t("plan.unsaved")}</span>}
          </span>
        }
      >
        <ButtonLink href={`/verificationDetail?id=${task.id}`} prefetch={false}>
          {t("plan.toTask")}
        </ButtonLink>
        {isEditable && (
          <>
            <Button disabled={!isUnsaved} loading={pending === "save"} onClick={save}>
              {t("plan.save")}
            </Button>
            <Button variant="primary" loading={pending === "start"} onClick={start}>
              {t("act.start")}
            </Button>
          </>
        )}
      </WindowHead>
      {issues.length > 0 && (
        <div
          role="alert"
          className="rounded-md border border-critical-line bg-critical-soft px-3 py-2 text-critical text-sm"
        >
          <ul className="flex flex-col gap-1">
            {issues.map((issue) => (
              <li key={`${issue.path} ${issue.rule} ${issue.names ?? ""}`} className="wrap-anywhere">
                {textOf(issue)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-3">
          <PlanSurface
            handle={surface}
            label={t("plan.surface", { name: task.carrier.name ?? "" })}
            picture={{ ...size, src, alt: t("plan.surface", { name: task.carrier.name ?? "" }) }}
            className="h-[52dvh] min-h-72"
          >
            {points.map((point) => (
              <PlannedMarker
                key={point.key}
                {...{ point, surface, keysId, isEditable }}
                onMove={(to) => change(point.key, to)}
                onRemove={() => remove(point.key)}
              />
            ))}
          </PlanSurface>
          {isEditable && (
            <p id={keysId} className="text-muted-foreground text-xs">
              {t("plan.keys")}
            </p>
          )}
          <Part
            title={t("plan.points", { count: points.length })}
            aside={
              isEditable && (
                <span className="flex flex-wrap items-center gap-2">
                  <Select
                    aria-label={t("field.pointClass")}
                    value={chosen}
                    onChange={({ target }) => setChosen(target.value as PointClass)}
                    className="w-40"
                  >
                    {POINT_CLASSES.map((one) => (
                      <option key={one} value={one}>
                        {t(`class.${one}`)}
                      </option>
                    ))}
                  </Select>
                  <Button onClick={add}>
                    <Plus aria-hidden="true" />
                    {t("plan.add")}
                  </Button>
                </span>
              )
            }
          >
            <PointList
              {...{ taskId: task.id, points, isEditable, mayDevices, issues }}
              onChange={change}
              onRemove={remove}
            />
          </Part>
        </div>
        <div className="flex flex-col gap-3">
          <Part title={t("plan.space")}>
            <SpaceFields value={space} onChange={edit(setSpace)} disabled={!isEditable} />
          </Part>
          <Part title={t("plan.rule")}>
            <RuleFields
              {...{ presets, named, points, required }}
              value={rule}
              disabled={!isEditable}
              onPreset={(preset) => {
                edit(setRule)(ruleOf(preset));
                setNamed({ name: preset.name, source: preset.source });
              }}
              onChange={(values) => {
                edit(setRule)(values);
                // What somebody changed is no longer what its source says.
                setNamed({ name: t("plan.ownRule"), source: named.source });
              }}
            />
            {isEditable && (
              <Button className="mt-3 w-full" onClick={suggest}>
                <Sparkles aria-hidden="true" />
                {t("plan.suggest")}
              </Button>
            )}
          </Part>
        </div>
      </div>
    </PageBody>
  );
}
