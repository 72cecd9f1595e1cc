"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Field } from "@/components/form/field";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { focusFirstInvalid } from "@/components/form/issues";
import { SegmentedControl } from "@/components/form/segmented-control";
import { useRecordForm } from "@/components/form/use-record-form";
import { useUnsavedGuard } from "@/components/form/use-unsaved-guard";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { showToast } from "@/components/ui/toast-store";
import { useRouter } from "@/lib/i18n/navigation";
import { savePersonal } from "../client";
import { PersonalInput, type ProfileDto } from "../schema";

/** Edits name and addresses. */
export function PersonalForm({ profile }: { profile: ProfileDto }) {
  const t = useTranslations("profile.personal");
  const router = useRouter();
  const element = useRef<HTMLFormElement>(null);
  const [isChanged, setIsChanged] = useState(false);
  useUnsavedGuard(isChanged);
  const form = useRecordForm({
    schema: PersonalInput,
    send: savePersonal,
    onDone: () => {
      setIsChanged(false);
      showToast("normal", t("saved"));
      // The top bar shows the name as well.
      router.refresh();
    },
  });
  useEffect(() => {
    if (form.issues.length > 0 && element.current) focusFirstInvalid(element.current);
  }, [form.issues]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { gender, ...texts } = Object.fromEntries(new FormData(event.currentTarget));
    form.submit({ ...texts, gender: gender === undefined ? null : Number(gender) });
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <form ref={element} noValidate onSubmit={submit} onChange={() => setIsChanged(true)}>
        <CardBody>
          {form.error && (
            <Alert tone="critical" className="mb-4">
              {form.error}
            </Alert>
          )}
          <FormGrid>
            <Field label={t("name")} required issue={form.issue("name")}>
              {(control) => <Input {...control} name="name" defaultValue={profile.name} autoComplete="name" />}
            </Field>
            <div className="flex min-w-0 flex-col gap-1">
              <span aria-hidden="true" className="font-medium text-sm">
                {t("gender")}
              </span>
              <SegmentedControl
                name="gender"
                label={t("gender")}
                className="w-fit"
                {...(profile.gender !== null && { defaultValue: profile.gender === 1 ? "1" : "0" })}
                options={[
                  { value: "1", label: t("male") },
                  { value: "0", label: t("female") },
                ]}
              />
            </div>
            <Field label={t("mobile")} required issue={form.issue("mobile")}>
              {(control) => (
                <Input {...control} name="mobile" type="tel" defaultValue={profile.mobile} autoComplete="tel" />
              )}
            </Field>
            <Field label={t("email")} issue={form.issue("email")}>
              {(control) => (
                <Input {...control} name="email" type="email" defaultValue={profile.email} autoComplete="email" />
              )}
            </Field>
            <Field label={t("remarks")} issue={form.issue("remarks")} className={spanBoth}>
              {(control) => <Textarea {...control} name="remarks" defaultValue={profile.remarks} maxLength={250} />}
            </Field>
          </FormGrid>
        </CardBody>
        <CardFooter>
          <Button type="submit" variant="primary" loading={form.pending} disabled={!isChanged}>
            {t("save")}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
