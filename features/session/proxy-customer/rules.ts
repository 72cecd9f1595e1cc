/** The items whose name contains the text, ignoring case and character width. */
export function matching<T extends { name: string }>(items: readonly T[], text: string): T[] {
  const plain = (value: string) => value.normalize("NFKC").toLocaleLowerCase().trim();
  return items.filter(({ name }) => plain(name).includes(plain(text)));
}

/** The index to which a key moves in a list of `length`; null if the key does not navigate. */
export function placeAfterKey(key: string, at: number, length: number): number | null {
  const last = length - 1;
  const places: Record<string, number> = {
    ArrowDown: Math.min(last, at + 1),
    ArrowUp: Math.max(0, at - 1),
    Home: 0,
    End: last,
  };
  return length > 0 ? (places[key] ?? null) : null;
}
