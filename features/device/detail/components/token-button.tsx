"use client";

import { KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";

// Comes when it is first opened.
const TokenDialog = dynamic(() => import("./token-dialog").then((module) => module.TokenDialog), { ssr: false });

/** Leads to a new ingest token for a gateway. */
export function TokenButton({ id, name }: { id: number; name: string }) {
  const t = useTranslations("device.detail");
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <KeyRound aria-hidden="true" />
        {t("newToken")}
      </Button>
      {isAsking && <TokenDialog id={id} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}
