"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";

/** A section of the window with its heading. */
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

/** Empty state of a section. */
export function Nothing({ text }: { text: string }) {
  const t = useTranslations("device.detail");
  return <p className="text-muted-foreground text-sm">{t(text)}</p>;
}
