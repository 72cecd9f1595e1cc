import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { Instant } from "@/components/value/instant";
import { COMMAND_STATES } from "@/db/enums";
import { MAXIMUM_ATTEMPTS } from "../configuration.rules";
import type { CommandDto } from "../configuration.schema";

type CommandProgressProps = { command: CommandDto; now: number; timeZone: string };

/** Progress of a command: prepared, issued, ended. */
export function CommandProgress({ command, now, timeZone }: CommandProgressProps) {
  const t = useTranslations("configuration");
  const reached = COMMAND_STATES.indexOf(command.state);
  const { deadlineAt, issuedAt, attempts } = command;
  const time = (at: number | null) => () => (at === null ? "–" : <Instant at={at} now={now} timeZone={timeZone} />);
  return (
    <div className="rounded-md border bg-muted/40 px-4 py-3">
      <ol className="flex max-w-md items-start">
        {COMMAND_STATES.map((state, index) => (
          <li
            key={state}
            aria-current={index === reached ? "step" : undefined}
            className="group/step flex min-w-0 flex-1 flex-col gap-1 last:flex-none"
          >
            <span className="flex items-center gap-2">
              <span
                className={cn(
                  "grid size-5 shrink-0 place-items-center rounded-full border text-xs",
                  index < reached && "border-primary bg-primary text-primary-foreground",
                  index === reached && "border-primary text-primary",
                  index > reached && "border-border-strong text-faint-foreground",
                )}
              >
                {index < reached ? (
                  <Check aria-hidden="true" className="size-3" />
                ) : index === reached ? (
                  <Spinner className="size-3" />
                ) : (
                  <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
                )}
              </span>
              <span
                aria-hidden="true"
                className={cn(
                  "mr-2 h-px flex-1 group-last/step:hidden",
                  index < reached ? "bg-primary" : "bg-border-strong",
                )}
              />
            </span>
            <span className={cn("text-xs", index === reached ? "font-medium" : "text-muted-foreground")}>
              {t(`state.${state}`)}
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="mt-2 text-muted-foreground text-sm">
        {command.state === "prepare"
          ? t.rich("waiting", { gateway: command.gatewayName ?? t("itsGateway"), until: time(deadlineAt) })
          : t.rich("issued", {
              attempt: attempts,
              of: MAXIMUM_ATTEMPTS,
              at: time(issuedAt),
              until: time(deadlineAt),
            })}
      </p>
    </div>
  );
}
