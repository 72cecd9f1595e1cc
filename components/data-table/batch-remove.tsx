"use client";

import { Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast-store";
import { ServiceError } from "@/lib/http/call-service";
import { useSelection } from "./selection";
import { useRefresh } from "./use-refresh";

// Loaded when it is first opened.
const ConfirmDialog = dynamic(
  () => import("@/components/dialog/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

/** The texts for a kind of record; for a record that cannot be deleted, the server's rule and the reason. */
type BatchRemoveWords = {
  remove: string;
  title: (count: number) => string;
  hint: string;
  done: (count: number) => string;
  refused: (name: string) => string;
};

type BatchRemoveProps = {
  rows: readonly { id: number; name: string }[];
  words: BatchRemoveWords;
  refusalRule: string;
  send: (ids: number[]) => Promise<unknown>;
};

/** Deletes the selected rows, all or none, and names the one that cannot be deleted. */
export function BatchRemove({ rows, words, refusalRule, send }: BatchRemoveProps) {
  const tError = useTranslations("error");
  const { selected, clear } = useSelection();
  const refresh = useRefresh();
  const [isAsking, setIsAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const chosen = rows.filter(({ id }) => selected.has(String(id)));

  const refusalOf = (failure: ServiceError) => {
    const index = Number(failure.issues[0]?.path.split(".")[1]);
    const name = chosen[index]?.name;
    return name && failure.issues[0]?.rule === refusalRule ? words.refused(name) : tError(failure.key);
  };
  const remove = async () => {
    setPending(true);
    setError(null);
    try {
      await send(chosen.map(({ id }) => id));
      showToast("normal", words.done(chosen.length));
      setIsAsking(false);
      clear();
      refresh();
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      setError(refusalOf(failure));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button size="sm" variant="destructive-ghost" onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden="true" />
        {words.remove}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => {
            setIsAsking(open);
            setError(null);
          }}
          title={words.title(chosen.length)}
          description={words.hint}
          confirmLabel={words.remove}
          destructive
          pending={pending}
          error={error}
          onConfirm={remove}
        />
      )}
    </>
  );
}
