import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/layout/description-list";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import { deviceOf } from "../rules";
import type { SignInDto } from "../schema";

type SignInCardProps = {
  signIns: { current: SignInDto; last: SignInDto | null };
  timeZone: string;
  now: number;
};

/** Time and address of the current and the previous login, so that users notice a login that was not theirs. */
export function SignInCard({ signIns: { current, last }, timeZone, now }: SignInCardProps) {
  const t = useTranslations("profile.signIn");
  const told = ({ at, address, userAgent }: SignInDto) => (
    <>
      <Instant at={Date.parse(at)} now={now} timeZone={timeZone} className="font-medium" />
      <span className="block break-all text-muted-foreground text-xs" title={userAgent}>
        {[deviceOf(userAgent), address].filter(Boolean).join(" · ") || t("unknown")}
      </span>
    </>
  );
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <CardBody>
        <DescriptionList
          items={[
            { term: t("current"), value: told(current) },
            { term: t("last"), value: last ? told(last) : t("none") },
          ]}
        />
        <p className="mt-3 text-pretty text-muted-foreground text-xs">{t("hint")}</p>
      </CardBody>
    </Card>
  );
}
