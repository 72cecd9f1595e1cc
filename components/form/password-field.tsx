"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Input } from "@/components/ui/input";
import { Field } from "./field";

type PasswordFieldProps = Pick<ComponentProps<typeof Input>, "value" | "onChange"> & {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  issue: string | undefined;
  autoComplete: "current-password" | "new-password";
};

/** A password field with a button that shows the password. */
export function PasswordField({ name, label, hint, issue, autoComplete, ...control }: PasswordFieldProps) {
  const t = useTranslations("common.secret");
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  const action = t(isVisible ? "hide" : "show");
  return (
    <Field label={label} hint={hint} issue={issue} required>
      {(field) => (
        <span className="relative">
          <Input
            {...field}
            {...control}
            name={name}
            type={isVisible ? "text" : "password"}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            className="pr-10"
          />
          <button
            type="button"
            aria-label={action}
            title={action}
            aria-pressed={isVisible}
            onClick={() => setIsVisible(!isVisible)}
            className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2 touch:w-11"
          >
            <Icon aria-hidden="true" className="size-4" />
          </button>
        </span>
      )}
    </Field>
  );
}

/** Tells password managers which account the password belongs to. It is last, because dialogs focus the first field. */
export const AccountHint = ({ username }: { username: string }) => (
  <input type="text" name="account" autoComplete="username" value={username} readOnly hidden />
);
