"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { ServiceError } from "@/lib/http/call-service";
import { readShortcutMenu, saveShortcuts } from "../client";
import { MAXIMUM_SHORTCUTS, type ShortcutMenuDto } from "../schema";
import { ShortcutOrder } from "./shortcut-order";

/** Edits the shortcuts: the menu with checkboxes on the left, the selected entries in order on the right. */
export function ShortcutDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const t = useTranslations("shell.shortcuts");
  const [menu, setMenu] = useState<readonly ShortcutMenuDto[] | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isFailed, setIsFailed] = useState(false);
  const [pending, setPending] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    readShortcutMenu(controller.signal).then(
      ({ menu: groups, chosen: ids }) => {
        setMenu(groups);
        setChosen(ids);
      },
      () => !controller.signal.aborted && setIsFailed(true),
    );
    return () => controller.abort();
  }, []);

  const entries = (menu ?? []).flatMap(({ sub }) => sub);
  const isFull = chosen.length >= MAXIMUM_SHORTCUTS;
  const toggle = (id: number) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const save = async () => {
    setIsFailed(false);
    setPending(true);
    try {
      await saveShortcuts(chosen);
      onDone();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setIsFailed(true);
      setPending(false);
    }
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="w-[640px]">
        <DialogHeader title={t("title")} description={t("hint")} />
        <DialogBody className="px-0 py-0">
          {isFailed && (
            <Alert tone="critical" className="m-4">
              {t("failed")}
            </Alert>
          )}
          {menu ? (
            <div className="grid sm:grid-cols-2 sm:divide-x">
              <div className="flex flex-col gap-3 p-5">
                {menu.map((group) => (
                  <fieldset key={group.id}>
                    <legend className="font-medium text-muted-foreground text-xs">{group.name}</legend>
                    {group.sub.map(({ id, name }) => (
                      <CheckboxField
                        key={id}
                        label={name}
                        checked={chosen.includes(id)}
                        disabled={isFull && !chosen.includes(id)}
                        onChange={() => toggle(id)}
                      />
                    ))}
                  </fieldset>
                ))}
              </div>
              <div className="flex flex-col gap-2 p-5 max-sm:border-t">
                <p className="font-medium text-muted-foreground text-xs">
                  {t("chosen", { count: chosen.length, limit: MAXIMUM_SHORTCUTS })}
                </p>
                <ShortcutOrder entries={entries} ids={chosen} onSort={setChosen} onRemove={toggle} />
              </div>
            </div>
          ) : (
            !isFailed && (
              <div className="grid h-48 place-items-center">
                <Spinner className="size-5" />
              </div>
            )
          )}
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button>{t("cancel")}</Button>
          </DialogClose>
          <Button variant="primary" loading={pending} disabled={menu === null} onClick={save}>
            {t("save")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
