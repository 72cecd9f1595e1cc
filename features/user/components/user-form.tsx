"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { FormSection } from "@/components/form/form-layout";
import { focusFirstInvalid } from "@/components/form/issues";
import { useRecordForm } from "@/components/form/use-record-form";
import { Skeleton } from "@/components/ui/skeleton";
import { createUser, updateUser, userKeys, valuesOf } from "../user.client";
import {
  type CreatedUserDto,
  type NamedPlace,
  type UpdatedUserDto,
  type UserDetailDto,
  type UserDto,
  UserInput,
} from "../user.schema";
import { AccessFields } from "./access-fields";
import { ContactFields } from "./contact-fields";
import { PersonFields } from "./person-fields";
import type { Rights } from "./row-actions";

type UserFormProps = {
  /** The account to edit; undefined creates one. */
  user?: UserDto;
  /** The same account with its places, once loaded. */
  places?: UserDetailDto | undefined;
  home: NamedPlace;
  isManyCustomers: boolean;
  rights: Rights;
  onClose: () => void;
  onCreated?: (created: CreatedUserDto) => void;
  onSaved?: (saved: UpdatedUserDto) => void;
};

/** The sheet that creates or edits an account. */
export function UserForm(props: UserFormProps) {
  const { user, places, home, isManyCustomers, rights, onClose, onCreated, onSaved } = props;
  const t = useTranslations("user");
  const client = useQueryClient();
  const fields = useRef<HTMLDivElement>(null);
  const [customer, setCustomer] = useState<NamedPlace | null>(
    user ? { id: user.customerId, name: user.customerName } : home,
  );
  const form = useRecordForm({
    schema: UserInput,
    record: user,
    send: async (values) => {
      if (!user) return onCreated?.(await createUser(values));
      onSaved?.(await updateUser(user.id, values));
    },
    onDone: () => void client.invalidateQueries({ queryKey: userKeys.all }),
  });
  useEffect(() => {
    if (form.issues.length > 0 && fields.current) focusFirstInvalid(fields.current);
  }, [form.issues]);

  const isReady = !user || places !== undefined;
  return (
    <RecordDialog
      open
      onClose={onClose}
      shape="sheet"
      title={user ? user.name : t("form.newTitle")}
      description={user ? `${user.username} · ${user.customerName}` : t("form.newHint")}
      submitLabel={t(user ? "form.save" : "form.create")}
      onSubmit={(values) => isReady && form.submit(valuesOf(values))}
      pending={form.pending || !isReady}
      error={form.error}
    >
      {isReady ? (
        <div ref={fields}>
          <FormSection title={t("form.person")}>
            <PersonFields user={user} issue={form.issue} isSelf={user?.id === rights.ownId} />
          </FormSection>
          <FormSection title={t("form.access")} hint={t("form.accessHint")}>
            <AccessFields
              user={places}
              customer={customer}
              onCustomer={user || !isManyCustomers ? undefined : setCustomer}
              mayMakeRole={rights.makeRole}
              issue={form.issue}
            />
          </FormSection>
          {rights.sync && customer && (
            <FormSection title={t("form.contact")} hint={t("form.contactHint")}>
              <ContactFields key={customer.id} customerId={customer.id} issue={form.issue} />
            </FormSection>
          )}
        </div>
      ) : (
        <Waiting />
      )}
    </RecordDialog>
  );
}

function Waiting() {
  const t = useTranslations("common.table");
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  );
}
