import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { LoginField } from "./login-field";

/** The texts are properties, so that no translator is loaded. */
export type FactorTexts = Readonly<
  Record<"title" | "hint" | "code" | "backupHint" | "backupCode" | "useBackup" | "useApp" | "back" | "submit", string>
>;

type FactorStepProps = {
  texts: FactorTexts;
  issue: string | undefined;
  onBack: () => void;
};

const linkClass =
  "inline-flex items-center gap-1 self-start rounded-sm text-sm underline-offset-4 hover:underline touch:min-h-11";

/** Focuses the field when it appears. Defined once, so that it does not run at every render. */
const focusAtFirst = (field: HTMLInputElement | null) => field?.focus();

/** The second step of the login: a code of the authenticator, or a backup code. */
export function FactorStep({ texts, issue, onBack }: FactorStepProps) {
  const [byBackup, setByBackup] = useState(false);
  return (
    <div className="flex flex-col">
      <button
        type="button"
        onClick={onBack}
        className={`${linkClass} mb-2 text-muted-foreground hover:text-foreground`}
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {texts.back}
      </button>
      <h2 className="font-semibold text-lg">{texts.title}</h2>
      <p className="mt-1 mb-4 text-pretty text-muted-foreground text-sm">{byBackup ? texts.backupHint : texts.hint}</p>
      <LoginField id="totp" label={byBackup ? texts.backupCode : texts.code} issue={issue}>
        {(control) => (
          <input
            {...control}
            key={byBackup ? "backup" : "app"}
            ref={focusAtFirst}
            name="totp"
            className={`${control.className} font-medium tracking-widest tabular-nums`}
            inputMode={byBackup ? "text" : "numeric"}
            autoComplete={byBackup ? "off" : "one-time-code"}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={32}
          />
        )}
      </LoginField>
      <button type="button" onClick={() => setByBackup(!byBackup)} className={`${linkClass} mb-4 text-primary`}>
        {byBackup ? texts.useApp : texts.useBackup}
      </button>
    </div>
  );
}
