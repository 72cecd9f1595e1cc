import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Logo } from "@/components/shell/logo";
import { MessagesProvider } from "@/lib/i18n/messages-provider";
import { pickMessages } from "@/lib/i18n/pick-messages";
import { LeaveButton } from "./leave-button";

type SessionFrameProps = {
  locale: string;
  title: string;
  hint?: string;
  /** The logged-in account, shown with a logout button; undefined before login. */
  account?: string | undefined;
  /** The target of the back link; undefined if the step is mandatory. */
  back?: string | undefined;
  children: ReactNode;
};

/** The frame of pages about the session: one task, the current account, and the links to leave. */
export async function SessionFrame({ locale, title, hint, account, back, children }: SessionFrameProps) {
  const t = await getTranslations({ locale, namespace: "session.frame" });
  const shell = await getTranslations({ locale, namespace: "shell" });
  const messages = await pickMessages(["session", "error", "common"]);
  return (
    <MessagesProvider {...messages}>
      <div className="flex min-h-dvh flex-col items-center px-4 py-6 sm:py-[8vh]">
        <Logo name={shell("product")} className="mb-6 sm:mb-8" />
        <div className="w-full max-w-md">
          <h1 className="text-balance font-semibold text-2xl tracking-tight">{title}</h1>
          {hint && <p className="mt-1.5 text-pretty text-muted-foreground">{hint}</p>}
          <div className="mt-5 flex flex-col gap-4">{children}</div>
          {(account || back) && (
            <div className="mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-4">
              {account && (
                <p className="min-w-0 break-words text-muted-foreground text-sm">{t("signedIn", { name: account })}</p>
              )}
              <div className="ml-auto flex flex-wrap items-center">
                {back && (
                  <a
                    href={back}
                    className="mr-2 inline-flex h-control items-center rounded-md px-3 font-medium text-primary underline-offset-4 hover:underline"
                  >
                    {t("back")}
                  </a>
                )}
                {account && <LeaveButton label={t("leave")} failed={t("leaveFailed")} next={`/${locale}/login`} />}
              </div>
            </div>
          )}
        </div>
      </div>
    </MessagesProvider>
  );
}
