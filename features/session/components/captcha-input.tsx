import { RefreshCw } from "lucide-react";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { LoginControl } from "./login-field";

export type CaptchaHandle = { key: () => string; renew: () => void };

type CaptchaInputProps = { ref: Ref<CaptchaHandle>; control: LoginControl; picture: string; renew: string };
type Captcha = { key: string; svg: string };

async function load(): Promise<Captcha | null> {
  try {
    const response = await fetch("/service/user/captcha", { cache: "no-store" });
    const { result }: { result?: Captcha } = await response.json();
    return result ?? null;
  } catch {
    return null;
  }
}

/** The characters of a picture, and the picture; it has its place before it arrives. */
export function CaptchaInput({ ref, control, picture, renew }: CaptchaInputProps) {
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const show = async () => {
    if (input.current) input.current.value = "";
    setCaptcha(await load());
  };
  useEffect(() => {
    let left = false;
    load().then((first) => !left && setCaptcha(first));
    return () => {
      left = true;
    };
  }, []);
  useImperativeHandle(ref, () => ({ key: () => captcha?.key ?? "", renew: show }));
  return (
    <span className="flex gap-2">
      <input
        {...control}
        ref={input}
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={16}
      />
      <button
        type="button"
        onClick={show}
        aria-label={renew}
        title={renew}
        className="group relative flex h-control-lg w-42 shrink-0 items-center overflow-hidden rounded-md border border-border-strong bg-white hover:border-input"
      >
        <span className="grid h-full w-30 place-items-center">
          {captcha?.svg ? (
            // The picture is data of ours, drawn as an image: nothing in it can run.
            <img
              src={`data:image/svg+xml;utf8,${encodeURIComponent(captcha.svg)}`}
              alt={picture}
              width={120}
              height={40}
              className="fade-in-0 animate-in duration-150"
            />
          ) : (
            <span aria-hidden="true" className="h-5 w-20 animate-skeleton rounded-sm bg-[#dde4e9]" />
          )}
        </span>
        <span className="grid h-full flex-1 place-items-center border-l bg-card text-muted-foreground group-hover:text-foreground">
          <RefreshCw aria-hidden="true" className="size-4" />
        </span>
      </button>
    </span>
  );
}
