import { markedParts } from "./tree-node";

/** The label of a node with the search matches highlighted. */
export function MarkedLabel({ label, query }: { label: string; query: string }) {
  if (query === "") return label;
  return markedParts(label, query).map(({ text, isHit }, index) =>
    isHit ? (
      <mark key={index} className="rounded-xs bg-warning-soft text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
