import { X } from "lucide-react";
import { listHref } from "@/components/data-table/list-href";
import { ButtonLink } from "@/components/layout/button-link";

type LinkedCriteriaProps = {
  /** Path without the locale. */
  path: string;
  /** The current query of the address. */
  values: Readonly<Record<string, string>>;
  /** Parameters without a control that a link may have set, with their label. */
  links: readonly { name: string; text: string }[];
  /** The label of the button that removes one. */
  removeLabel: (text: string) => string;
};

/** Criteria that have no control because only links from other screens set them, each with a remove button. */
export function LinkedCriteria({ path, values, links, removeLabel }: LinkedCriteriaProps) {
  const present = links.filter(({ name }) => values[name]);
  if (present.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {present.map(({ name, text }) => (
        <li key={name} className="min-w-0">
          <ButtonLink
            size="sm"
            prefetch={false}
            scroll={false}
            href={listHref({ path, query: values }, { [name]: null })}
            aria-label={removeLabel(text)}
            className="max-w-full"
          >
            <span className="truncate">{text}</span>
            <X aria-hidden="true" />
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
