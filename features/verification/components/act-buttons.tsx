"use client";

import { CircleCheck, Clock, OctagonX, Play } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ASKING_ACTS, type AskingAct } from "../act.rules";
import type { TaskDetailDto } from "../task.schema";

// Loaded when the first act is chosen.
const ActDialog = dynamic(() => import("./act-dialog").then((module) => module.ActDialog), { ssr: false });

const ICONS = { start: Play, confirm: CircleCheck, mark: Clock, stop: OctagonX };

type ActsProps = { task: TaskDetailDto; timeZone: string; now: number; onDone: () => void };

/** What the reader can do with a verification now. */
export function ActButtons({ task, onDone, ...clock }: ActsProps) {
  const t = useTranslations("verification.act");
  const [asking, setAsking] = useState<AskingAct | null>(null);
  const offered = ASKING_ACTS.filter(
    (act) =>
      task.acts.includes(act) && (act !== "mark" || task.tests.length > 0) && (act !== "start" || task.space !== null),
  );
  return (
    <>
      {offered.map((act) => {
        const Icon = ICONS[act];
        return (
          <Button
            key={act}
            variant={act === "start" || act === "confirm" ? "primary" : "secondary"}
            onClick={() => setAsking(act)}
          >
            <Icon aria-hidden="true" />
            {t(act)}
          </Button>
        );
      })}
      {asking && (
        <ActDialog
          {...{ ...clock, task, act: asking }}
          onClose={() => setAsking(null)}
          onDone={() => {
            setAsking(null);
            onDone();
          }}
        />
      )}
    </>
  );
}
