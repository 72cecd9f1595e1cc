import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import { selectOf } from "@/components/search-bar/criterion";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { DOWNLOAD_STATES, EXPORT_FORMATS } from "@/db/file-enums";
import type { ListView } from "@/lib/resource/list-query";
import type { DownloadDto } from "../download.schema";
import { DownloadTable } from "./download-table";

const UNFILTERED = new Set<string>(Object.values(PAGING));

type DownloadScreenProps = ListView<DownloadDto> & { path: string; mayRemove: boolean };

/** The account's files: being made, ready to be taken, failed. */
export function DownloadScreen({ page, values, order, timeZone, now, path, mayRemove }: DownloadScreenProps) {
  const t = useTranslations("download");
  return (
    <PageBody fill>
      <SearchBar
        path={path}
        values={values}
        keep={["iDisplayLength"]}
        timeZone={timeZone}
        now={now}
        criteria={[
          { kind: "text", name: "q", label: t("search") },
          selectOf("state", t("filter.state"), DOWNLOAD_STATES, (state) => t(`state.${state}`)),
          selectOf("format", t("filter.format"), EXPORT_FORMATS, (format) => t(`format.${format}`)),
        ]}
      />
      <DownloadTable
        page={page}
        list={{ path, query: values, ...order }}
        isFiltered={Object.keys(values).some((name) => !UNFILTERED.has(name))}
        timeZone={timeZone}
        mayRemove={mayRemove}
      />
    </PageBody>
  );
}
