"use client";

import { PenLine, Trash2, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { ToneIcon } from "@/components/value/tone-icon";
import { useRouter } from "@/lib/i18n/navigation";
import { PicturePicker } from "../../profile/components/picture-picker";
import { useCall } from "../../profile/components/use-call";
import { removeSignature, saveSignature } from "../client";
import type { SignatureDto } from "../schema";

// Each is loaded when it is first opened.
const ConfirmDialog = dynamic(() => import("@/components/dialog/confirm-dialog").then((file) => file.ConfirmDialog), {
  ssr: false,
});
const SignatureDialog = dynamic(() => import("./signature-dialog").then((file) => file.SignatureDialog), {
  ssr: false,
});

type SignatureCardProps = { signature: SignatureDto; timeZone: string; now: number };

/** The signature for records and reports: drawn or uploaded, and deleted. */
export function SignatureCard({ signature: { image, updatedAt }, timeZone, now }: SignatureCardProps) {
  const t = useTranslations("profile.signature");
  const router = useRouter();
  const [open, setOpen] = useState<"draw" | "remove" | null>(null);
  const [issue, setIssue] = useState<string | null>(null);
  const { run, pending } = useCall(setIssue);
  const close = () => setOpen(null);
  const done = (text: string) => {
    close();
    showToast("normal", text);
    router.refresh();
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {image && updatedAt && (
          <span className="text-muted-foreground text-xs">
            {t("updated")} <Instant at={Date.parse(updatedAt)} now={now} timeZone={timeZone} />
          </span>
        )}
      </CardHeader>
      <CardBody className="flex flex-col gap-3">
        {image ? (
          <div className="h-36 rounded-lg border bg-white p-2">
            <img src={image} alt={t("picture")} className="size-full object-contain" />
          </div>
        ) : (
          <p className="grid h-36 place-items-center rounded-lg border border-border-strong border-dashed px-6 text-balance text-center text-muted-foreground">
            {t("empty")}
          </p>
        )}
        {issue && (
          <p role="alert" className="flex items-start gap-1 text-critical text-xs">
            <ToneIcon tone="critical" className="mt-px size-3.5" />
            {issue}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button aria-haspopup="dialog" onClick={() => setOpen("draw")}>
            <PenLine aria-hidden="true" />
            {t(image ? "redraw" : "draw")}
          </Button>
          <PicturePicker
            label={
              <>
                <Upload aria-hidden="true" />
                {t("upload")}
              </>
            }
            name={t("file")}
            upload={saveSignature}
            onIssue={setIssue}
            onDone={() => done(t("saved"))}
          />
          {image && (
            <Button variant="destructive-ghost" aria-haspopup="dialog" onClick={() => setOpen("remove")}>
              <Trash2 aria-hidden="true" />
              {t("remove")}
            </Button>
          )}
        </div>
      </CardBody>
      {open === "draw" && <SignatureDialog onClose={close} onDone={() => done(t("saved"))} />}
      {open === "remove" && (
        <ConfirmDialog
          open
          onOpenChange={(next) => !next && close()}
          title={t("removeTitle")}
          description={t("removeHint")}
          confirmLabel={t("remove")}
          destructive
          pending={pending}
          error={issue}
          onConfirm={() => run(removeSignature, () => done(t("removed")))}
        />
      )}
    </Card>
  );
}
