import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import type { LoginControl } from "./login-field";

type PasswordInputProps = { control: LoginControl; show: string; hide: string };

export function PasswordInput({ control, show, hide }: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <span className="relative">
      <input
        {...control}
        className={`${control.className} pr-11`}
        type={visible ? "text" : "password"}
        name="password"
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
      />
      <button
        type="button"
        aria-label={visible ? hide : show}
        title={visible ? hide : show}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden="true" className="size-4.5" />
      </button>
    </span>
  );
}
