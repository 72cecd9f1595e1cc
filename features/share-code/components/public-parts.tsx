import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Card, CardBody } from "@/components/ui/card";
import type { Measure } from "@/db/enums";
import { isSwitch } from "@/features/observation/observation.rules";
import { isOn } from "@/features/telemetry/ingest/probe.rules";
import { formatReading } from "@/lib/units/format";
import type { PageDto } from "../page.schema";

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <CardBody>
      <h2 className="mb-2 text-base">{title}</h2>
      {children}
    </CardBody>
  </Card>
);

/** Names of measures and the words of switches, in the reader's language. */
export async function measureWords(locale: string) {
  const t = await getTranslations("history");
  return {
    name: ({ measure, number }: PageDto["probes"][number]) =>
      number === null ? t(`measure.${measure}`) : `${t(`measure.${measure}`)} ${number}`,
    reading(value: number | null, measure: Measure) {
      if (value === null || !isSwitch(measure)) return formatReading(value, measure, locale);
      const word =
        measure === "door" ? (isOn(value) ? "doorOpen" : "doorClosed") : isOn(value) ? "powerOn" : "powerOff";
      const text = t(`word.${word}`);
      return { number: text, unit: "", text };
    },
  };
}
