import type { ComponentType } from "react";
import { PageBody } from "@/components/shell/page-body";
import type { FactorStatusDto } from "@/features/session/second-factor/schema";
import { SignatureCard } from "../../signature/components/signature-card";
import type { SignatureDto } from "../../signature/schema";
import type { ProfileDto, SignInDto } from "../schema";
import { IdentityCard } from "./identity-card";
import { PersonalForm } from "./personal-form";
import { SecurityCard } from "./security-card";
import { SettingsCard } from "./settings-card";
import { SignInCard } from "./sign-in-card";

type MaterialScreenProps = {
  profile: ProfileDto;
  signature: SignatureDto;
  factor: FactorStatusDto;
  signIns: { current: SignInDto; last: SignInDto | null };
  timeZone: string;
  now: number;
  /** Passed in because it belongs to another feature. */
  PushCard: ComponentType<{ timeZone: string; now: number }>;
};

/** Everything that users can see and change about themselves. */
export function MaterialScreen({ profile, signature, factor, signIns, timeZone, now, PushCard }: MaterialScreenProps) {
  return (
    <PageBody className="mx-auto w-full max-w-5xl sm:gap-4">
      <IdentityCard profile={profile} timeZone={timeZone} now={now} />
      <div className="grid items-start gap-3 sm:gap-4 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="flex min-w-0 flex-col gap-3 sm:gap-4">
          <PersonalForm profile={profile} />
          <SignatureCard signature={signature} timeZone={timeZone} now={now} />
        </div>
        <div className="flex min-w-0 flex-col gap-3 sm:gap-4">
          <SecurityCard factor={factor} username={profile.username} />
          <SettingsCard profile={profile} />
          <PushCard timeZone={timeZone} now={now} />
          <SignInCard signIns={signIns} timeZone={timeZone} now={now} />
        </div>
      </div>
    </PageBody>
  );
}
