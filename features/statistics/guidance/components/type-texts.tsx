"use client";

import { ListFilter, Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import type { ExceptionType } from "@/db/enums";
import { evidenceHref } from "../guidance.client";
import type { GuidanceDto, Share } from "../guidance.schema";

const TextForm = dynamic(() => import("./text-form").then((module) => module.TextForm), { ssr: false });

type TypeTextsProps = { types: readonly Share[]; texts: GuidanceDto["texts"]; mayEdit: boolean; mayOpen: boolean };

/** What to do about each type of exception that occurred; the platform's text, or else the shipped one. */
export function TypeTexts({ types, texts, mayEdit, mayOpen }: TypeTextsProps) {
  const t = useTranslations("guidance");
  const tType = useTranslations("exception.type");
  const refresh = useRefresh();
  const [editing, setEditing] = useState<ExceptionType | null>(null);
  const textOf = (type: ExceptionType) => texts[type] ?? t(`text.${type}`);
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("texts")}</CardTitle>
      </CardHeader>
      <CardBody className="grid gap-4 lg:grid-cols-2">
        {types.map(({ key, count, ids }) => {
          const type = key as ExceptionType;
          return (
            <article key={key} className="flex flex-col gap-1">
              <h3 className="flex flex-wrap items-center gap-2 font-medium">
                {tType(type)}
                {mayOpen && (
                  <ButtonLink href={evidenceHref(ids)} size="sm" variant="ghost" prefetch={false}>
                    <ListFilter aria-hidden="true" />
                    {t("evidence", { count })}
                  </ButtonLink>
                )}
                {mayEdit && (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={t("editText", { type: tType(type) })}
                    onClick={() => setEditing(type)}
                  >
                    <Pencil aria-hidden="true" />
                  </Button>
                )}
              </h3>
              <p className="wrap-anywhere whitespace-pre-line text-muted-foreground">{textOf(type)}</p>
            </article>
          );
        })}
      </CardBody>
      {editing && (
        <TextForm
          type={editing}
          own={texts[editing] ?? ""}
          shipped={t(`text.${editing}`)}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            refresh();
          }}
        />
      )}
    </Card>
  );
}
