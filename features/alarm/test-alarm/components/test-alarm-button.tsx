"use client";

import { BellRing } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { Button } from "@/components/ui/button";

/** The dialog, loaded when it is opened. */
export const TestAlarmDialog = dynamic(() => import("./test-alarm-dialog").then((module) => module.TestAlarmDialog), {
  ssr: false,
});

type TestAlarmButtonProps = Omit<ComponentProps<typeof Button>, "onClick" | "children"> & { carrierId: number };

/** Opens the test alarm of a carrier. */
export function TestAlarmButton({ carrierId, ...props }: TestAlarmButtonProps) {
  const t = useTranslations("testAlarm");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...props} onClick={() => setIsOpen(true)}>
        <BellRing aria-hidden="true" />
        {t("open")}
      </Button>
      {isOpen && <TestAlarmDialog carrierId={carrierId} onClose={() => setIsOpen(false)} />}
    </>
  );
}
