"use client";

import { BellOff, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { Field } from "@/components/form/field";
import { FormGrid, FormSection, spanBoth } from "@/components/form/form-layout";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { showToast } from "@/components/ui/toast-store";
import { Tooltip } from "@/components/ui/tooltip";

type Opened = "dialog" | "sheet" | "confirm" | null;

export function OverlayGallery() {
  const t = useTranslations("gallery");
  const common = useTranslations("common");
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const fields = (
    <FormGrid>
      <Field label={t("name")} hint={t("nameHint")} required>
        {(control) => <Input {...control} name="name" defaultValue="FR-014" />}
      </Field>
      <Field label={t("type")}>
        {(control) => (
          <Select {...control} name="type">
            <option>{t("fridge")}</option>
            <option>{t("coldRoom")}</option>
          </Select>
        )}
      </Field>
      <Field label={t("remark")} className={spanBoth}>
        {(control) => <Textarea {...control} name="remark" />}
      </Field>
    </FormGrid>
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={() => setOpened("dialog")}>{t("openDialog")}</Button>
      <Button onClick={() => setOpened("sheet")}>{t("openSheet")}</Button>
      <Button variant="destructive" onClick={() => setOpened("confirm")}>
        {t("openConfirm")}
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button>{t("menu")}</Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          <DropdownMenuLabel>FR-014</DropdownMenuLabel>
          <DropdownMenuItem onSelect={() => setOpened("dialog")}>
            <Pencil aria-hidden="true" />
            {t("editPoint")}
          </DropdownMenuItem>
          <DropdownMenuItem disabled>
            <BellOff aria-hidden="true" />
            {t("pauseAlarms")}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem destructive onSelect={() => setOpened("confirm")}>
            <Trash2 aria-hidden="true" />
            {t("openConfirm")}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Tooltip content={t("tooltipText")}>
        <Button variant="ghost">{t("tooltip")}</Button>
      </Tooltip>
      <Button variant="ghost" onClick={() => showToast("normal", t("toastSaved"))}>
        {t("showSuccess")}
      </Button>
      <Button variant="ghost" onClick={() => showToast("critical", t("toastFailed"), "0198c1f2-7d1e")}>
        {t("showFailure")}
      </Button>
      <RecordDialog
        open={opened === "dialog"}
        onClose={close}
        title={t("editPoint")}
        description={t("editPointHint")}
        submitLabel={common("action.save")}
        onSubmit={close}
      >
        {fields}
      </RecordDialog>
      <RecordDialog
        open={opened === "sheet"}
        onClose={close}
        shape="sheet"
        title={t("editPoint")}
        submitLabel={common("action.save")}
        onSubmit={close}
      >
        <FormSection title={t("overview")} hint={t("editPointHint")}>
          {fields}
        </FormSection>
        <FormSection title={t("alarms")}>{fields}</FormSection>
      </RecordDialog>
      <ConfirmDialog
        open={opened === "confirm"}
        onOpenChange={close}
        title={`${t("openConfirm")} FR-014`}
        description={t("confirmHint")}
        confirmLabel={t("openConfirm")}
        destructive
        reason={{ label: t("reason"), required: true }}
        onConfirm={close}
      />
    </div>
  );
}
