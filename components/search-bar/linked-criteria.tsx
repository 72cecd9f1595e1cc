import { X } from "lucide-react";
import { listHref } from "@/components/data-table/list-href";
import { ButtonLink } from "@/components/ui/button-link";

type LinkedCriteriaProps = {
  /** Path without the locale. */
  path: string;
  /** The current query of the address. */
  values: Readonly<Record<string, string>>;
  /** What a link may have narrowed the list to: a parameter without a control, in words. */
  links: readonly { name: string; text: string }[];
  /** What taking one away is called. */
  removeLabel: (text: string) => string;
};

/** Criteria that have no control because other screens link with them, each with the way out of it. */
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
