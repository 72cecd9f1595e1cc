"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { focusFirstInvalid } from "@/components/form/issues";
import { useRecordForm } from "@/components/form/use-record-form";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import type { Issue } from "@/lib/errors";
import { createCustomer, customerQuery, updateCustomer } from "../customer.client";
import type { Deputy } from "../customer.rules";
import { CustomerInput, type CustomerRowDto } from "../customer.schema";
import { CustomerCreateInput, type OpeningDto } from "../provisioning.schema";
import { AdministratorFields } from "./administrator-fields";
import { CustomerFields } from "./customer-fields";
import { Failure } from "./failure";

type CustomerFormProps = {
  /** Null creates a customer. */
  id: number | null;
  deputy: Deputy;
  now: number;
  onClose: () => void;
  onSaved: () => void;
  /** Called when a customer was created, possibly incompletely, with the user name of its first user. */
  onOpened: (result: OpeningDto, account: string | undefined) => void;
};

export function CustomerForm({ id, onOpened, onSaved, ...props }: CustomerFormProps) {
  if (id === null) return <NewForm onOpened={onOpened} {...props} />;
  return <Loaded id={id} onSaved={onSaved} {...props} />;
}

/** Reads text fields and checkboxes in the form that the schema expects. */
const textOf = (form: FormData, name: string) => String(form.get(name) ?? "");

const valuesOf = (form: FormData, fixed: Partial<CustomerInput> = {}) => ({
  code: textOf(form, "code"),
  name: textOf(form, "name"),
  shortName: textOf(form, "shortName"),
  type: textOf(form, "type"),
  organisationType: textOf(form, "organisationType"),
  status: textOf(form, "status"),
  area: textOf(form, "area"),
  areaCode: textOf(form, "areaCode"),
  address: textOf(form, "address"),
  contact: textOf(form, "contact"),
  phone: textOf(form, "phone"),
  email: textOf(form, "email"),
  notifyByEmail: form.has("notifyByEmail"),
  notifyBySms: form.has("notifyBySms"),
  description: textOf(form, "description"),
  timeZone: textOf(form, "timeZone"),
  locale: textOf(form, "locale"),
  temperatureUnit: textOf(form, "temperatureUnit"),
  ...fixed,
});

const genderOf = (text: string) => (text === "" ? null : Number(text));

const administratorOf = (form: FormData) =>
  form.has("withAdministrator")
    ? {
        administrator: {
          username: textOf(form, "username"),
          name: textOf(form, "person"),
          gender: genderOf(textOf(form, "gender")),
          mobile: textOf(form, "mobile"),
          email: textOf(form, "personEmail"),
        },
      }
    : {};

function NewForm({ deputy, now, onClose, onOpened }: Omit<CustomerFormProps, "id" | "onSaved">) {
  const t = useTranslations("customer.form");
  const form = useRecordForm({
    schema: CustomerCreateInput,
    send: createCustomer,
    onDone: (result, { administrator }) => onOpened(result, administrator?.username),
  });
  return (
    <RecordDialog
      open
      onClose={onClose}
      shape="sheet"
      title={t("create")}
      submitLabel={t("submitCreate")}
      onSubmit={(data) => form.submit({ ...valuesOf(data), ...administratorOf(data) })}
      pending={form.pending}
      error={form.error}
    >
      <Fields issues={form.issues}>
        <CustomerFields deputy={deputy} now={now} issue={form.issue} />
        <AdministratorFields issue={form.issue} />
      </Fields>
    </RecordDialog>
  );
}

/** Scrolls to the first invalid field, because the sheet is long. */
function Fields({ issues, children }: { issues: readonly Issue[]; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (issues.length > 0 && box.current) focusFirstInvalid(box.current);
  }, [issues]);
  return <div ref={box}>{children}</div>;
}

type EditProps = { customer: CustomerRowDto } & Pick<CustomerFormProps, "deputy" | "now" | "onClose" | "onSaved">;

function EditForm({ customer, deputy, now, onClose, onSaved }: EditProps) {
  const t = useTranslations("customer.form");
  const { id, type, status } = customer;
  // Fields that cannot be changed have no input and are sent unchanged.
  const fixed = id === 1 ? { type, status } : {};
  const form = useRecordForm({
    schema: CustomerInput,
    record: customer,
    send: (values) => updateCustomer(id, values),
    onDone: () => {
      showToast("normal", t("saved"));
      onSaved();
    },
  });
  return (
    <RecordDialog
      open
      onClose={onClose}
      shape="sheet"
      title={t("edit", { name: customer.name })}
      submitLabel={t("submitEdit")}
      onSubmit={(data) => form.submit(valuesOf(data, fixed))}
      pending={form.pending}
      error={form.error}
    >
      <Fields issues={form.issues}>
        <CustomerFields customer={customer} deputy={deputy} now={now} issue={form.issue} />
      </Fields>
    </RecordDialog>
  );
}

/** Fetches the customer that the URL names, so that the form does not edit stale values of the list. */
function Loaded({ id, onClose, ...props }: Omit<EditProps, "customer"> & { id: number }) {
  const t = useTranslations("customer.form");
  const { data, error, refetch } = useQuery(customerQuery(id));
  if (data) return <EditForm customer={data} onClose={onClose} {...props} />;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent aria-describedby={undefined}>
        <SheetHeader title={t("loading")} />
        <SheetBody>
          {error ? <Failure error={error} onRetry={() => refetch()} /> : <Skeleton className="h-80 rounded-lg" />}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}
