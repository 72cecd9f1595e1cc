"use client";

import { useTranslations } from "next-intl";
import { Fragment, useId } from "react";
import { Label } from "@/components/ui/label";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/components/ui/sheet";
import { Switch } from "@/components/ui/switch";
import type { PageKeys } from "../page.client";
import type { ScreenKey } from "../rules";

type KeySheetProps = {
  screens: readonly ScreenKey[];
  page: PageKeys;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  onClose: () => void;
};

type Entry = { keys: readonly string[]; text: string };

/** The keys that do something for this account on this page. */
export function KeySheet({ screens, page, isOn, onSwitch, onClose }: KeySheetProps) {
  const t = useTranslations("shell.keys");
  const id = useId();
  const general: Entry[] = [
    { keys: ["Ctrl", "K"], text: t("palette") },
    ...(isOn ? [{ keys: ["?"], text: t("sheet") }] : []),
  ];
  const here: Entry[] = [
    ...(page.create !== null ? [{ keys: ["C"], text: page.create }] : []),
    ...(page.search ? [{ keys: ["/"], text: t("search") }] : []),
    ...(page.rows
      ? [
          { keys: ["J"], text: t("next") },
          { keys: ["K"], text: t("previous") },
          { keys: ["Enter"], text: t("open") },
        ]
      : []),
    ...(page.select ? [{ keys: ["X"], text: t("select") }] : []),
  ];
  const going = screens.map(({ key, title }): Entry => ({ keys: ["G", key.toUpperCase()], text: title }));
  const groups = [
    { name: t("group.general"), entries: general },
    ...(isOn
      ? [
          { name: t("group.page"), entries: here },
          { name: t("group.go"), entries: going },
        ]
      : []),
  ].filter(({ entries }) => entries.length > 0);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="w-[420px]" aria-describedby={undefined}>
        <SheetHeader title={t("title")} />
        <SheetBody>
          <div className="grid gap-5">
            {groups.map(({ name, entries }) => (
              <section key={name} aria-label={name}>
                <h3 className="mb-1.5 text-muted-foreground text-xs">{name}</h3>
                <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5">
                  {entries.map(({ keys, text }) => (
                    <Fragment key={keys.join()}>
                      <dt className="min-w-0 truncate">{text}</dt>
                      <dd className="flex gap-1">
                        {keys.map((key) => (
                          <kbd key={key} className="rounded-sm border bg-muted px-1.5 font-sans text-xs">
                            {key}
                          </kbd>
                        ))}
                      </dd>
                    </Fragment>
                  ))}
                </dl>
              </section>
            ))}
            <p className="flex items-center justify-between gap-4 border-t pt-4">
              <Label htmlFor={id} className="font-normal">
                {t("single")}
              </Label>
              <Switch id={id} checked={isOn} onChange={(event) => onSwitch(event.target.checked)} />
            </p>
          </div>
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}
