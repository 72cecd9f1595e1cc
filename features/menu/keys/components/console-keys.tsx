"use client";

import { Keyboard } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useWindowKeys } from "@/components/shell/use-window-keys";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/lib/i18n/navigation";
import { type Preference, savePreference } from "@/lib/preference/preference";
import { creator, focusedRow, type PageKeys, readPageKeys, rowTargets, searchField, selector } from "../page.client";
import type { ScreenKey } from "../rules";
import { keyActionOf, rowAfter } from "../sequence.rules";

const KeySheet = dynamic(() => import("./key-sheet").then((module) => module.KeySheet), { ssr: false });

type ConsoleKeysProps = { screens: readonly ScreenKey[]; initial: Preference<"keys"> };

/** Single keys for frequent actions, and the button of the sheet that lists them, which also switches them off. */
export function ConsoleKeys({ screens, initial }: ConsoleKeysProps) {
  const t = useTranslations("shell.keys");
  const router = useRouter();
  const [isOn, setIsOn] = useState(initial === "on");
  const [sheet, setSheet] = useState<PageKeys | null>(null);
  const waitingSince = useRef<number | null>(null);
  const openSheet = () => setSheet(readPageKeys());

  const moveRow = (step: 1 | -1): boolean => {
    const targets = rowTargets();
    const next = rowAfter(targets.indexOf(focusedRow(targets) as HTMLElement), step, targets.length);
    if (next !== null) targets[next]?.focus();
    return targets.length > 0;
  };
  useWindowKeys((key) => {
    const action = keyActionOf(key, waitingSince.current, Date.now());
    if (!isOn || action === null) return false;
    waitingSince.current = action.kind === "wait" ? Date.now() : null;
    switch (action.kind) {
      case "wait":
        return true;
      case "go": {
        const screen = screens.find((one) => one.key === action.key);
        if (screen) router.push(screen.path);
        return true;
      }
      case "sheet":
        openSheet();
        return true;
      case "row":
        return moveRow(action.step);
      case "create":
        return press(creator());
      case "select":
        return press(selector(focusedRow(rowTargets())));
      case "search": {
        const field = searchField();
        field?.focus();
        field?.select();
        return field !== null;
      }
    }
  });
  return (
    <>
      <Button
        size="icon"
        variant="ghost"
        className="max-lg:hidden"
        aria-label={t("title")}
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        title={`${t("title")} (?)`}
        onClick={openSheet}
      >
        <Keyboard aria-hidden="true" />
      </Button>
      {sheet && (
        <KeySheet
          screens={screens}
          page={sheet}
          isOn={isOn}
          onSwitch={(next) => {
            setIsOn(next);
            savePreference("keys", next ? "on" : "off");
          }}
          onClose={() => setSheet(null)}
        />
      )}
    </>
  );
}

function press(element: HTMLElement | null): boolean {
  element?.click();
  return element !== null;
}
