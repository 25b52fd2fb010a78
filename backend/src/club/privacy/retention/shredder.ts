import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FileStore } from '../../../platform/storage/index.js';

export type Submissions = 'kyc' | 'payment';
const tables: Record<Submissions, { table: string; files: string[] }> = {
  kyc: { table: 'kyc_submissions', files: ['id_card_file_id', 'proof_file_id'] },
  payment: { table: 'payments', files: ['proof_file_id'] },
};

/**
 * Destroys papers in the transaction of `em`. The bytes go first, with the wrapped key that stands at their head, and the rows with the
 * commit: whoever is killed in between leaves rows that are still due, and the next run finds nothing under their keys, which is no error.
 * So no row ever goes before its bytes.
 */
@Injectable()
export class Shredder {
  constructor(private readonly store: FileStore) {}

  /** Papers, address and reasons of these submissions; a line about each is left. Returns how many files went. */
  async submissions(em: EntityManager, kind: Submissions, ids: readonly string[]): Promise<number> {
    const { table, files } = tables[kind];
    const list = `{${ids.join(',')}}`;
    const named = await em.execute<Record<string, string>[]>(`select ${files.join(', ')} from ${table} where id = any(?::uuid[])`, [list]);
    await em.execute(
      `insert into shredded_submissions (id, kind, user_id, status, submitted_at, decided_at, files) select id, ?, user_id, status, submitted_at, decided_at, ? from ${table} where id = any(?::uuid[]) on conflict (id) do nothing`,
      [kind, files.length, list],
    );
    await em.execute('delete from review_presences where submission_id = any(?::uuid[])', [list]);
    await em.execute(`delete from ${table} where id = any(?::uuid[])`, [list]);
    return this.files(em, 'id = any(?::uuid[])', [`{${named.flatMap((row) => Object.values(row)).join(',')}}`]);
  }

  /** Everything that a member ever uploaded. */
  ofMember(em: EntityManager, userId: string): Promise<number> {
    return this.files(em, 'user_id = ?', [userId]);
  }

  private async files(em: EntityManager, where: string, values: unknown[]): Promise<number> {
    const gone = await em.execute<{ storage_key: string }[]>(`delete from files where ${where} returning storage_key`, values);
    for (const { storage_key } of gone) await this.store.delete(storage_key);
    return gone.length;
  }
}
