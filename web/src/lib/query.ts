/** The value of a name in the query of an address. */
export function queryValue(query: string, name: string): string | null {
  return new URLSearchParams(query).get(name);
}

/** A query from its values; those that are null are left out. */
export function queryOf(values: Record<string, string | number | null>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
