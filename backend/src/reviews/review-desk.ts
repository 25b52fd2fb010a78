import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { ReviewStatus } from '../common/domain/index.js';
import { countUpToCap, Conditions } from '../common/persistence/list-reader.js';
import type { ReviewKind } from './review-kind.js';

/** Who submitted, as they registered: what a reviewer compares the documents with. */
export interface Applicant {
  surname: string;
  otherName: string;
  dateOfBirth: string;
  country: string;
  phoneNumber: string;
  registeredAt: Date;
  deactivated: boolean;
}

/** What the same member submitted before or after. */
export interface OtherSubmission {
  id: string;
  status: ReviewStatus;
  reason: string | null;
  submittedAt: Date;
  decidedAt: Date | null;
}

/** Where a submission stands among those that wait, the oldest first. */
export interface QueuePlace {
  /** How many wait, itself among them if it does. */
  waiting: number;
  before: string | null;
  after: string | null;
  /** The oldest other one that nobody else looks at; if there is none, the oldest other one. */
  next: string | null;
}

export interface CaseSurroundings {
  applicant: Applicant;
  others: OtherSubmission[];
  queue: QueuePlace;
}

interface Row {
  surname: string;
  other_name: string;
  date_of_birth: string;
  country: string;
  phone_number: string;
  created_at: string;
  status: string;
}

const MOST_OTHERS = 20;

/** What an admin needs around one submission to decide it and to go on to the next. */
@Injectable()
export class ReviewDesk {
  constructor(private readonly em: EntityManager) {}

  async around(kind: ReviewKind, { id, userId }: { id: string; userId: string }, adminId: string): Promise<CaseSurroundings> {
    return {
      applicant: await this.applicant(userId),
      others: await this.others(kind, id, userId),
      queue: await this.place(kind, id, adminId),
    };
  }

  private async applicant(userId: string): Promise<Applicant> {
    const [row] = await this.em.execute<Row[]>(
      'select surname, other_name, date_of_birth::text as date_of_birth, country, phone_number, created_at, status from users where id = ?',
      [userId],
    );
    if (!row) throw new Error('a submission has a member');
    const { surname, other_name: otherName, date_of_birth: dateOfBirth, country, phone_number: phoneNumber } = row;
    return {
      surname,
      otherName,
      dateOfBirth,
      country,
      phoneNumber,
      registeredAt: new Date(row.created_at),
      deactivated: row.status !== 'active',
    };
  }

  private async others({ table }: ReviewKind, id: string, userId: string): Promise<OtherSubmission[]> {
    const rows = await this.em.execute<
      { id: string; status: ReviewStatus; reason: string | null; submitted_at: string; decided_at: string | null }[]
    >(
      `select id, status, reason, submitted_at, decided_at from "${table}" where user_id = ? and id <> ? order by submitted_at desc, id desc limit ${MOST_OTHERS}`,
      [userId, id],
    );
    return rows.map((row) => ({
      id: row.id,
      status: row.status,
      reason: row.reason,
      submittedAt: new Date(row.submitted_at),
      decidedAt: row.decided_at === null ? null : new Date(row.decided_at),
    }));
  }

  private async place({ name, table }: ReviewKind, id: string, adminId: string): Promise<QueuePlace> {
    const from = `"${table}" k join users u on u.id = k.user_id`;
    // Members in the rejected list wait for nothing.
    const pending = `k.status = 'pending' and u.rejected_at is null`;
    const oldest = 'order by k.submitted_at, k.id limit 1';
    const here = `select h.submitted_at, h.id from "${table}" h where h.id = ?`;
    // The plain comparison is the one that an index serves; the one of rows tells apart what came at one moment.
    const beyond = (sign: '<' | '>') =>
      `k.submitted_at ${sign}= (select h.submitted_at from "${table}" h where h.id = ?) and (k.submitted_at, k.id) ${sign} (${here})`;
    const watched = `select 1 from review_presences p where p.kind = '${name}' and p.submission_id = k.id and p.admin_id <> ? and p.until > now()`;
    const [row] = await this.em.execute<{ before: string | null; after: string | null; next: string | null }[]>(
      `select (select k.id from ${from} where ${pending} and ${beyond('<')} order by k.submitted_at desc, k.id desc limit 1) as before,
        (select k.id from ${from} where ${pending} and ${beyond('>')} ${oldest}) as after,
        coalesce((select k.id from ${from} where ${pending} and k.id <> ? and not exists (${watched}) ${oldest}), (select k.id from ${from} where ${pending} and k.id <> ? ${oldest})) as next`,
      [id, id, id, id, id, adminId, id],
    );
    return {
      waiting: await countUpToCap(this.em, from, new Conditions(pending)),
      before: row?.before ?? null,
      after: row?.after ?? null,
      next: row?.next ?? null,
    };
  }
}
