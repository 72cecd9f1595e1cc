import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { PageBody } from "@/components/shell/page-body";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { CONDITION_KINDS } from "@/db/enums";
import { PARTS } from "../instruction.rules";
import { Sketch } from "./sketch";

/** Explains alarm triggers, in a separate window beside the editor. */
export function InstructionScreen() {
  const t = useTranslations("instruction");
  const tTrigger = useTranslations("trigger");
  return (
    <PageBody className="mx-auto w-full max-w-4xl">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-2xl text-muted-foreground">{t("intro")}</p>
        <ButtonLink href="/sysAlarm">{t("open")}</ButtonLink>
      </div>
      <Part title={t("conditions.title")}>
        <p className="mb-4 text-muted-foreground text-sm">{t("conditions.text")}</p>
        <ul className="flex flex-col gap-5">
          {CONDITION_KINDS.map((kind) => (
            <li key={kind} className="grid items-start gap-x-5 gap-y-2 sm:grid-cols-[15rem_1fr]">
              <Sketch kind={kind} />
              <div>
                <h3 className="font-semibold">{tTrigger(`kind.${kind}`)}</h3>
                <p className="text-sm">{tTrigger(`kindHint.${kind}`)}</p>
                <p className="mt-1 text-muted-foreground text-sm">{t(`kind.${kind}`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </Part>
      {(Object.keys(PARTS) as (keyof typeof PARTS)[]).map((part) => (
        <Part key={part} title={t(`${part}.title`)}>
          <dl className="flex flex-col gap-3">
            {PARTS[part].map((point) => (
              <div key={point} className="grid gap-x-5 gap-y-0.5 sm:grid-cols-[15rem_1fr]">
                <dt className="font-medium text-sm">{t(`${part}.${point}.term` as never)}</dt>
                <dd className="text-muted-foreground text-sm">{t(`${part}.${point}.text` as never)}</dd>
              </div>
            ))}
          </dl>
        </Part>
      ))}
    </PageBody>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <CardHeader>
      <CardTitle>{title}</CardTitle>
    </CardHeader>
    <CardBody>{children}</CardBody>
  </Card>
);
