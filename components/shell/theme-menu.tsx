"use client";

import { Check, Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { paintBar } from "@/components/value/bar-colour";
import { savePreference, type Theme } from "@/lib/preference/preference";
import { choiceTrigger, type TopPlace, TopPopover, topItemClass } from "./top-popover";

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const THEMES = ["light", "dark", "system"] as const satisfies readonly Theme[];

// Read from the document, because the theme can be changed elsewhere in the same window.
const shownTheme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? "system";
function onTheme(told: () => void): () => void {
  const observer = new MutationObserver(told);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/** Light, dark or system. Stored in a cookie, so the server renders the next page with the right theme. */
export function ThemeMenu({ initial, place = "bar" }: { initial: Theme; place?: TopPlace }) {
  const t = useTranslations("shell.theme");
  const theme = useSyncExternalStore(onTheme, shownTheme, () => initial);
  const Current = ICONS[theme];
  const choose = (next: Theme) => {
    document.documentElement.dataset.theme = next;
    paintBar(next);
    savePreference("theme", next);
  };
  return (
    <TopPopover label={t("label")} {...choiceTrigger(place, t("label"), <Current aria-hidden="true" />, t(theme))}>
      <ul>
        {THEMES.map((choice) => {
          const Icon = ICONS[choice];
          return (
            <li key={choice}>
              <button
                type="button"
                onClick={() => choose(choice)}
                aria-current={choice === theme ? "true" : undefined}
                className={topItemClass}
              >
                <Icon aria-hidden="true" />
                <span className="flex-1">{t(choice)}</span>
                {choice === theme && <Check aria-hidden="true" />}
              </button>
            </li>
          );
        })}
      </ul>
    </TopPopover>
  );
}
