"use client";

import { Bot, Cpu, KeyRound, Mail, UserRound, UserRoundX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Stamp } from "@/components/value/stamp";
import { valueText } from "@/lib/i18n/value-text";
import { actorText, entityText, fieldText, type Look, operationText } from "../audit.rules";
import type { ActorType } from "../audit.schema";

/** The labels of modules, operations and fields; the plain name if there is no label. */
export function useWords() {
  const look = useTranslations("audit") as unknown as Look;
  return {
    entity: (entity: string) => entityText(look, entity),
    operation: (operation: string, entity?: string) => operationText(look, operation, entity),
    field: (field: string) => fieldText(look, field),
  };
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** One value of a changed field. */
export function Value({ value, timeZone }: { value: unknown; timeZone: string }) {
  const t = useTranslations("audit.value");
  if (typeof value === "boolean") return <>{t(value ? "true" : "false")}</>;
  if (typeof value === "string" && INSTANT.test(value)) return <Stamp at={value} timeZone={timeZone} />;
  return <>{valueText(value)}</>;
}

/** A reason entered by a user, or that of a refusal, which is an error code with a text. */
export function Reason({ text }: { text: string }) {
  const t = useTranslations("error");
  return <span title={text}>{/^[A-Z_]+$/.test(text) && t.has(text) ? t(text) : text}</span>;
}

const ACTOR_ICON = {
  user: UserRound,
  key: KeyRound,
  system: Bot,
  device: Cpu,
  contact: Mail,
  anonymous: UserRoundX,
} as const satisfies Record<ActorType, unknown>;

/** The actor: an icon for its type, and the name. */
export function Operator({ type, name }: { type: ActorType; name: string }) {
  const look = useTranslations("audit") as unknown as Look;
  const word = look(`actor.${type}`);
  const text = actorText(look, { actorType: type, actorName: name });
  const Icon = ACTOR_ICON[type];
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <span title={word} className="shrink-0 text-muted-foreground">
        <Icon aria-hidden="true" className="size-3.5" />
        {text !== word && <span className="sr-only">{word}</span>}
      </span>
      <span className={text === word ? "text-muted-foreground sm:whitespace-nowrap" : "min-w-0 break-words"}>
        {text}
      </span>
    </span>
  );
}
