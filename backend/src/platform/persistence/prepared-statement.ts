import type { EntityManager } from '@mikro-orm/postgresql';
import type { QueryResultRow } from 'pg';

/**
 * A prepared statement, parsed and planned once a connection, for the hottest requests and jobs (performance.md section 1). Runs on a
 * pooled connection outside of any transaction. Dates come back as PostgreSQL's text.
 */
export class PreparedStatement<Row extends QueryResultRow> {
  /** `name` is unique in the product; `text` takes `$1`, `$2`, … */
  constructor(
    private readonly name: string,
    private readonly text: string,
  ) {}

  async rows(em: EntityManager, values: unknown[]): Promise<Row[]> {
    const pool = await em.getConnection().getNativeClient();
    const { rows } = await pool.query<Row>({ name: this.name, text: this.text, values });
    return rows;
  }

  async first(em: EntityManager, values: unknown[]): Promise<Row | null> {
    return (await this.rows(em, values))[0] ?? null;
  }
}
