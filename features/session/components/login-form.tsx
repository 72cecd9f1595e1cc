"use client";

import { type FormEvent, useRef, useState } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { Spinner } from "@/components/ui/spinner";
import { jsonOf } from "@/lib/http/json-of";
import {
  destination,
  type LoginField as LoginFieldName,
  type LoginOutcome,
  type LoginRefusal,
  loginOutcome,
  missingField,
} from "../login.rules";
import { type CaptchaHandle, CaptchaInput } from "./captcha-input";
import { FactorStep, type FactorTexts } from "./factor-step";
import { LoginField } from "./login-field";
import { PasswordInput } from "./password-input";

/** The texts are properties, so that no translator is loaded before login. */
export type LoginTexts = Readonly<
  Record<
    "username" | "password" | "showPassword" | "hidePassword" | "code" | "captcha" | "refreshCaptcha" | "submit",
    string
  > & { refusals: Record<LoginRefusal, string>; factor: FactorTexts }
>;

/** `wanted` is the requested URL to open after login; `locale` is the language of this page. */
type LoginFormProps = { texts: LoginTexts; wanted: string | undefined; locale: string; withCaptcha: boolean };
type Refusal = Extract<LoginOutcome, { kind: "refused" }>;

const TIMEOUT_MS = 10_000;

async function send(body: Record<string, string>): Promise<LoginOutcome> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch("/service/user/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: timeout,
    });
    return loginOutcome(response.status, await jsonOf(response));
  } catch {
    return { kind: "refused", field: "form", text: timeout.aborted ? "timeout" : "network" };
  }
}

export function LoginForm({ texts, wanted, locale, withCaptcha }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const captcha = useRef<CaptchaHandle>(null);
  const [pending, setPending] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const refuse = (reason: Refusal) => {
    setRefusal(reason);
    form.current?.querySelector<HTMLInputElement>(`[name="${reason.field}"]`)?.select();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const read = (name: string) => String(fields.get(name) ?? "");
    const typed = {
      username: read("username").trim(),
      password: read("password"),
      code: read("code").trim(),
      totp: read("totp").trim(),
    };
    const missing = missingField(typed, { withCaptcha, isAsked });
    if (missing) return refuse(missing);
    const { username, password, code, totp } = typed;
    setPending(true);
    setRefusal(null);
    const key = captcha.current?.key() ?? "";
    const body = { username, password, ...(withCaptcha && { key, code }), ...(isAsked && { totp }) };
    let outcome = await send(body);
    // Loaded on demand: only needed after earlier failures.
    if (outcome.kind === "proof") {
      const { findProof } = await import("@/lib/auth/proof-of-work");
      outcome = await send({ ...body, proof: await findProof(key) });
    }
    if (outcome.kind === "proof") outcome = { kind: "refused", field: "form", text: "server" };
    if (outcome.kind === "enter") {
      // A full page load: from here on the session cookie decides.
      window.location.assign(destination(wanted, locale, outcome.locale));
      return;
    }
    setPending(false);
    if (outcome.kind === "factor") return setIsAsked(true);
    if (outcome.field === "totp") return refuse(outcome);
    startAgain();
    refuse(outcome);
  };
  /** Returns to the first step. A captcha is valid for one attempt. */
  const startAgain = () => {
    setIsAsked(false);
    setRefusal(null);
    captcha.current?.renew();
  };
  const issueOf = (field: LoginFieldName) =>
    refusal?.field === field
      ? texts.refusals[refusal.text].replace("{requestId}", refusal.requestId ?? "–")
      : undefined;
  const formIssue = issueOf("form");
  return (
    // If the form is submitted before hydration, POST avoids the password in the URL.
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col">
      {/* Hidden but mounted, because the second step submits all fields again. */}
      <div hidden={isAsked} className="flex flex-col [&[hidden]]:hidden">
        <LoginField id="username" label={texts.username} issue={issueOf("username")}>
          {(control) => (
            <input
              {...control}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={50}
            />
          )}
        </LoginField>
        <LoginField id="password" label={texts.password} issue={issueOf("password")}>
          {(control) => <PasswordInput control={control} show={texts.showPassword} hide={texts.hidePassword} />}
        </LoginField>
        {withCaptcha && (
          <LoginField id="code" label={texts.code} issue={issueOf("code")}>
            {(control) => (
              <CaptchaInput ref={captcha} control={control} picture={texts.captcha} renew={texts.refreshCaptcha} />
            )}
          </LoginField>
        )}
      </div>
      {isAsked && <FactorStep texts={texts.factor} issue={issueOf("totp")} onBack={startAgain} />}
      <button
        type="submit"
        disabled={pending}
        aria-busy={pending || undefined}
        className={buttonVariants({ variant: "primary", size: "lg", className: "mt-1 w-full" })}
      >
        {pending && <Spinner />}
        {isAsked ? texts.factor.submit : texts.submit}
      </button>
      <p
        role="alert"
        className={
          formIssue ? "mt-4 rounded-md border border-critical-line bg-critical-soft px-3 py-2 text-critical" : undefined
        }
      >
        {formIssue}
      </p>
    </form>
  );
}
