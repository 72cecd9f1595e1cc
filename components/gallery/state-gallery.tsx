import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { StateBadge } from "@/components/value/state-badge";
import { TONE_SOLID, TONES } from "@/components/value/tone";

export function StateGallery() {
  const t = useTranslations("common.state");
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      {(["light", "dark"] as const).map((theme) => (
        <div
          key={theme}
          data-theme={theme}
          className="flex flex-col gap-3 rounded-md border bg-card p-4 text-card-foreground"
        >
          <div className="flex flex-wrap gap-2">
            {TONES.map((tone) => (
              <StateBadge key={tone} tone={tone}>
                {t(tone)}
              </StateBadge>
            ))}
          </div>
          <div className="flex flex-wrap gap-4">
            {TONES.map((tone) => (
              <StateBadge key={tone} tone={tone} plain>
                {t(tone)}
              </StateBadge>
            ))}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Badge>v2.4</Badge>
            <Badge tone="primary">12</Badge>
            {TONES.map((tone) => (
              <Badge key={tone} tone={tone}>
                3
              </Badge>
            ))}
            {TONES.map((tone) => (
              <span key={tone} aria-hidden="true" className={`h-3 w-8 rounded-sm ${TONE_SOLID[tone]}`} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
