import { childrenOf, type TreeRow } from "./tree-node";

/** The meaning of a key on a line, following the tree pattern of the WAI-ARIA practices. */
export type TreeAction = { kind: "move"; id: string } | { kind: "open" | "close"; ids: string[] } | { kind: "toggle" };

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/** The action of a key on the line with this id; null if the tree does not handle the key. */
export function actionOf(
  rows: readonly TreeRow[],
  id: string,
  { key, ctrlKey, metaKey, altKey }: Key,
): TreeAction | null {
  const index = rows.findIndex((row) => row.node.id === id);
  const row = rows[index];
  if (!row || ctrlKey || metaKey || altKey) return null;
  const move = (to: TreeRow | undefined): TreeAction | null => (to ? { kind: "move", id: to.node.id } : null);
  switch (key) {
    case "ArrowDown":
      return move(rows[index + 1]);
    case "ArrowUp":
      return move(rows[index - 1]);
    case "Home":
      return move(rows[0]);
    case "End":
      return move(rows.at(-1));
    case "ArrowRight":
      if (row.isOpen === undefined) return null;
      return row.isOpen ? move(rows[index + 1]) : { kind: "open", ids: [id] };
    case "ArrowLeft":
      if (row.isOpen) return { kind: "close", ids: [id] };
      return move(rows.find(({ node }) => node.id === row.parentId));
    case "*":
      return {
        kind: "open",
        ids: rows
          .filter(({ node, parentId }) => parentId === row.parentId && childrenOf(node).length > 0)
          .map(({ node }) => node.id),
      };
    case " ":
    case "Enter":
      return { kind: "toggle" };
    default:
      return /^\S$/u.test(key) ? move(byLetter(rows, index, key)) : null;
  }
}

/** The next line whose label starts with the letter, continuing from the top after the last. */
function byLetter(rows: readonly TreeRow[], index: number, letter: string): TreeRow | undefined {
  const wanted = letter.toLocaleLowerCase();
  const after = [...rows.slice(index + 1), ...rows.slice(0, index)];
  return after.find(({ node }) => node.label.toLocaleLowerCase().startsWith(wanted));
}
