/** The address of a list with these filters. */
export const filteredList = (path: string, filter: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
