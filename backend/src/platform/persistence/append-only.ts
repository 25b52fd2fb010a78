/**
 * Returns triggers that refuse UPDATE and DELETE on a table. The trigger for TRUNCATE is only in the migrations: the information schema
 * does not list it, so the drift check could not see it.
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
