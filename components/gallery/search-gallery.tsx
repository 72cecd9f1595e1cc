import { useTranslations } from "next-intl";
import { SearchBar } from "@/components/search-bar/search-bar";

type SearchGalleryProps = { query: Record<string, string | string[] | undefined>; now: number };

export function SearchGallery({ query, now }: SearchGalleryProps) {
  const t = useTranslations("gallery");
  const values = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  return (
    <SearchBar
      path="/gallery"
      values={values}
      timeZone="Asia/Shanghai"
      now={now}
      criteria={[
        { kind: "text", name: "q", label: t("name"), placeholder: "FR-014" },
        {
          kind: "select",
          name: "type",
          label: t("type"),
          options: [
            { value: "fridge", label: t("fridge") },
            { value: "truck", label: t("truck") },
          ],
        },
        { kind: "datetimerange", name: "period", label: t("period") },
        { kind: "timerange", name: "hours", label: t("updated") },
      ]}
    />
  );
}
