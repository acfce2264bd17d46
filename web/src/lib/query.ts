/** The value of a parameter in a URL's query. */
export function queryValue(query: string, name: string): string | null {
  return new URLSearchParams(query).get(name);
}

/** A query string; parameters that are null are left out. */
export function queryOf(values: Record<string, string | number | null>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
