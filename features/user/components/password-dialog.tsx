"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { CopyButton } from "@/components/form/copy-button";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import type { PasswordDto } from "../lifecycle.schema";

type PasswordDialogProps = {
  passwords: readonly PasswordDto[];
  /** A note about the new account. */
  note?: string | undefined;
  onClose: () => void;
};

/** Shows one-time passwords, which cannot be shown again. Escape and clicks outside do not close it. */
export function PasswordDialog({ passwords, note, onClose }: PasswordDialogProps) {
  const t = useTranslations("user.password");
  const all = passwords.map(({ username, password }) => `${username}\t${password}`).join("\n");
  const stay = (event: Event) => event.preventDefault();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent onInteractOutside={stay} onEscapeKeyDown={stay}>
        <DialogHeader title={t("title", { count: passwords.length })} description={t("text")} />
        <DialogBody className="flex flex-col gap-3">
          {note && <Alert tone="warning">{note}</Alert>}
          <ul className="flex flex-col gap-2">
            {passwords.map((one) => (
              <Line key={one.id} {...one} />
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          {passwords.length > 1 && (
            <CopyButton size="sm" text={all} label={t("copyAll")}>
              {t("copyAll")}
            </CopyButton>
          )}
          <Button variant="primary" onClick={onClose}>
            {t("done")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Line({ name, username, password }: PasswordDto) {
  const t = useTranslations("user.password");
  const code = useRef<HTMLElement>(null);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border bg-muted px-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block break-words text-muted-foreground text-xs">
          {name} · {username}
        </span>
        <code ref={code} data-password="" className="select-all break-all font-mono text-base">
          {password}
        </code>
      </span>
      <CopyButton size="sm" text={password} label={t("copyOf", { name })} source={code}>
        {t("copy")}
      </CopyButton>
    </li>
  );
}
