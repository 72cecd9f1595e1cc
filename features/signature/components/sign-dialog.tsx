"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import { RecordDialog } from "@/components/dialog/record-dialog";
import { BatchRefusal } from "@/components/form/batch-refusal";
import { CodeField } from "@/components/form/code-field";
import { Field } from "@/components/form/field";
import { PasswordField } from "@/components/form/password-field";
import { useRecordForm } from "@/components/form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Textarea } from "@/components/ui/textarea";
import { showToast } from "@/components/ui/toast-store";
import type { SigningMeaning } from "@/db/enums";
import { needsReason, REASON_LENGTH } from "../signature.rules";
import { SigningCredentials, SigningReason } from "../signature.schema";

const Signing = z.strictObject({ ...SigningCredentials, reason: SigningReason });

/** What the dialog hands to the call that signs; the caller adds the content hash of what it shows. */
export type SigningValues = z.output<typeof Signing>;

/** The fields that the dialog shows; an issue of any other concerns the record. */
const SHOWN = ["password", "totp", "reason"];

type SignDialogProps = {
  meaning: SigningMeaning;
  /** What is signed: a name, or how many records. */
  subject: ReactNode;
  /** The label of the button; by default that of the meaning. */
  submitLabel?: string;
  /** Offers a reason where none is required. */
  hasReason?: boolean;
  /** Further inputs of the call, above the reason. */
  children?: ReactNode;
  /** Among several records: the name of one by its index in the call, for a refusal. */
  nameOf?: (index: number) => string | undefined;
  send: (values: SigningValues) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
};

/** Asks for the person again before anything is signed: password, and the second factor where the server wants it. */
export function SignDialog(props: SignDialogProps) {
  const { meaning, subject, submitLabel, hasReason = false, children, nameOf, send, onClose, onDone } = props;
  const t = useTranslations("signature");
  const [password, setPassword] = useState("");
  const [totp, setTotp] = useState("");
  const [reason, setReason] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const form = useRecordForm({
    schema: Signing,
    send: async (values) => {
      try {
        return await send(values);
      } catch (error) {
        if (error instanceof Error && "key" in error && error.key === "SECOND_FACTOR_REQUIRED") setAsksCode(true);
        throw error;
      }
    },
    onDone: () => {
      showToast("normal", t("done"));
      onDone();
    },
  });
  const isRequired = needsReason(meaning);
  const others = form.issues.filter(({ path }) => !SHOWN.includes(path));
  return (
    <RecordDialog
      onClose={onClose}
      title={t(`title.${meaning}`)}
      description={subject}
      submitLabel={submitLabel ?? t(`action.${meaning}`)}
      pending={form.pending}
      error={
        others.length > 0 ? (
          <Alert tone="critical" className="mb-4">
            <BatchRefusal error={{ key: "CONFLICT", issues: others }} nameOf={(index) => nameOf?.(index)} />
          </Alert>
        ) : (
          form.error
        )
      }
      onSubmit={() => void form.submit({ password, reason, ...(totp && { totp }) })}
    >
      <div className="flex flex-col gap-3">
        <p className="text-pretty text-sm">{t(`statement.${meaning}`)}</p>
        {children}
        {(isRequired || hasReason) && (
          <Field label={t("reason")} required={isRequired} issue={form.issue("reason")}>
            {(control) => (
              <Textarea
                {...control}
                name="reason"
                maxLength={REASON_LENGTH}
                className="min-h-16"
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        )}
        <PasswordField
          name="password"
          label={t("password")}
          hint={t("passwordHint")}
          issue={form.issue("password")}
          value={password}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
        />
        {asksCode && (
          <CodeField
            label={t("code")}
            issue={form.issue("totp")}
            value={totp}
            inputMode="numeric"
            onChange={(event) => setTotp(event.target.value)}
          />
        )}
      </div>
    </RecordDialog>
  );
}
