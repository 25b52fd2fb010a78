/**
 * Triggers that refuse whatever would rewrite a table's history; an INSERT is the only way in, and there is no way out. The same trigger for TRUNCATE
 * stands in the migrations alone: the information schema does not list it, so the drift check could never see it.
 */
export function appendOnly(table: string) {
  return (['update', 'delete'] as const).map((event) => ({
    name: `${table}_no_${event}`,
    timing: 'before' as const,
    events: [event],
    forEach: 'statement' as const,
    body: `raise exception '${table} is append-only'`,
  }));
}
