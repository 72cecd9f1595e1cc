"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { FormGrid } from "@/components/form/form-layout";
import { Select } from "@/components/ui/select";
import { CONTACT_LEVELS } from "@/features/notice/contact/contact.rules";
import { groupsQuery } from "../user.client";

type ContactFieldsProps = { customerId: number; issue: (path: string) => string | undefined };

/** Makes the account a contact of a group, so that it is notified of alarms. */
export function ContactFields({ customerId, issue }: ContactFieldsProps) {
  const t = useTranslations("user");
  const { data: groups = [], isPending } = useQuery(groupsQuery(customerId));
  const [groupId, setGroupId] = useState("");
  const hint = !isPending && groups.length === 0 ? t("form.noGroup") : undefined;
  return (
    <FormGrid>
      <Field label={t("field.groupId")} hint={hint} issue={issue("contact")}>
        {(control) => (
          <Select
            {...control}
            name="groupId"
            value={groupId}
            disabled={groups.length === 0}
            onChange={(event) => setGroupId(event.target.value)}
          >
            <option value="">{t("form.noContact")}</option>
            {groups.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {groupId !== "" && (
        <Field label={t("field.level")} hint={t("form.levelHint")}>
          {(control) => (
            <Select {...control} name="level" defaultValue="1">
              {CONTACT_LEVELS.map((level) => (
                <option key={level} value={String(level)}>
                  {t("form.level", { level })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </FormGrid>
  );
}
