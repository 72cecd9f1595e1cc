"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { NoMatch } from "@/components/data-table/no-match";
import { useAddressState } from "@/components/dialog/use-address-state";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { useRouter } from "@/lib/i18n/navigation";
import { removeParameter } from "../parameter.client";
import { definitionOf } from "../parameter.rules";
import type { ParameterLine } from "../parameter.schema";
import { useContentText } from "./amount";
import { ParameterTable } from "./parameter-table";
import type { Customer, Rights } from "./value-form";

// Each dialog is loaded when it is first opened.
const OwnForm = dynamic(() => import("./own-form").then((module) => module.OwnForm), { ssr: false });
const ValueForm = dynamic(() => import("./value-form").then((module) => module.ValueForm), { ssr: false });
const OwnValues = dynamic(() => import("./own-values").then((module) => module.OwnValues), { ssr: false });
const ConfirmDialog = dynamic(
  () => import("@/components/dialog/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

type ParameterEditorProps = {
  lines: readonly ParameterLine[];
  customers: readonly Customer[];
  customer: Customer | null;
  resetHref: string;
  isNarrowed: boolean;
  rights: Rights;
};

/** The table and its forms. The URL stores which one is open. */
export function ParameterEditor(props: ParameterEditorProps) {
  const { lines, customers, customer, resetHref, isNarrowed, rights } = props;
  const t = useTranslations("parameter");
  const router = useRouter();
  const [, startTransition] = useTransition();
  const edit = useAddressState("edit");
  const own = useAddressState("own");
  const [removing, setRemoving] = useState<ParameterLine | null>(null);

  const refresh = () => startTransition(() => router.refresh());
  const edited = lines.find(({ id }) => String(id) === edit.value);
  const opened = lines.find(({ code }) => code === own.value);
  const onSaved = (key: "created" | "saved", name: string) => {
    showToast("normal", t(`done.${key}`, { name }));
    edit.close(refresh);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      {rights.create && !customer && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" aria-keyshortcuts="c" onClick={() => edit.open("new")}>
            <Plus aria-hidden="true" />
            {t("action.create")}
          </Button>
        </div>
      )}
      {lines.length > 0 ? (
        <ParameterTable
          lines={lines}
          customer={customer}
          rights={rights}
          onEdit={({ id }) => edit.open(String(id))}
          onOwn={({ code }) => own.open(code)}
          onRemove={setRemoving}
        />
      ) : (
        <div className="rounded-md border bg-card">
          {isNarrowed ? (
            <NoMatch resetHref={resetHref} />
          ) : (
            <EmptyState title={t("empty.title")}>{t("empty.hint")}</EmptyState>
          )}
        </div>
      )}
      {edit.value === "new" && rights.create && (
        <OwnForm line={null} onClose={() => edit.close()} onDone={(name) => onSaved("created", name)} />
      )}
      {edited && rights.edit && !definitionOf(edited.code) && (
        <OwnForm line={edited} onClose={() => edit.close()} onDone={(name) => onSaved("saved", name)} />
      )}
      {edited && rights.edit && definitionOf(edited.code) && (
        <ValueForm
          key={edited.id}
          parameter={edited}
          own={customer && { customer, row: edited.own }}
          onClose={() => edit.close()}
          onDone={() => onSaved("saved", edited.name)}
        />
      )}
      {opened && <OwnValues line={opened} customers={customers} rights={rights} onClose={() => own.close(refresh)} />}
      {removing && (
        <RemoveDialog
          line={removing}
          customer={customer}
          onClose={() => setRemoving(null)}
          onDone={() => {
            setRemoving(null);
            refresh();
          }}
        />
      )}
    </div>
  );
}

type RemoveDialogProps = {
  line: ParameterLine;
  /** The customer whose value is deleted; null deletes the parameter itself. */
  customer: Customer | null;
  onClose: () => void;
  onDone: () => void;
};

function RemoveDialog({ line, customer, onClose, onDone }: RemoveDialogProps) {
  const t = useTranslations("parameter");
  const tError = useTranslations("error");
  const { textOf } = useContentText();
  const [state, setState] = useState<{ pending: boolean; error?: string }>({ pending: false });
  const onConfirm = async () => {
    setState({ pending: true });
    try {
      await removeParameter(line.own?.id ?? line.id);
      showToast("normal", customer ? t("done.reset") : t("done.removed", { name: line.name }));
      onDone();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setState({ pending: false, error: tError(error.key) });
    }
  };
  return (
    <ConfirmDialog
      open
      destructive={!customer}
      onOpenChange={(open) => !open && onClose()}
      title={customer ? t("reset.title", { customer: customer.name }) : t("remove.title", { name: line.name })}
      description={
        customer ? t("reset.description", { name: line.name, value: textOf(line) }) : t("remove.description")
      }
      confirmLabel={t(customer ? "reset.confirm" : "remove.confirm")}
      onConfirm={onConfirm}
      pending={state.pending}
      error={state.error}
    />
  );
}
