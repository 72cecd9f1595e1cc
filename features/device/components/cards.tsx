"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";

/** A part of the window, under its heading. */
export function Part({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {aside}
      </CardHeader>
      <CardBody>{children}</CardBody>
    </Card>
  );
}

/** Says that there is nothing, in the words of the window. */
export function Nothing({ text }: { text: string }) {
  const t = useTranslations("device.detail");
  return <p className="text-muted-foreground text-sm">{t(text)}</p>;
}
