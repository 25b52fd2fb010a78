import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock } from '../../platform/domain/index.js';
import { csvFile, type CsvColumn, type MadeFile } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { TooManyForFile } from './admin.errors.js';
import { membershipOf, splitNames } from '../users/index.js';
import { UserDirectoryService } from './user-directory.service.js';
import type { ListedUser, UserChoice } from './user-list.types.js';

/** Rows in memory at once. */
const BATCH = 1000;
const MAX_ROWS = 250_000;

const NOT_SUBMITTED = 'not verified';

/** The columns of the table and the user's id. A phone number is text: it begins with a plus sign. */
const columns: readonly CsvColumn<ListedUser>[] = [
  { header: 'Surname', kind: 'text', of: (user) => splitNames(user).lastName },
  { header: 'First name', kind: 'text', of: (user) => splitNames(user).firstName },
  { header: 'Email', kind: 'text', of: (user) => user.email },
  { header: 'Phone number', kind: 'text', of: (user) => user.phoneNumber },
  { header: 'Country', kind: 'text', of: (user) => user.country },
  { header: 'Date of birth', kind: 'text', of: (user) => user.dateOfBirth },
  { header: 'Membership', kind: 'text', of: (user) => membershipOf(user.role) ?? 'admin' },
  { header: 'Referral code', kind: 'text', of: (user) => user.referralCode },
  { header: 'Referrals', kind: 'figure', of: (user) => String(user.referralCount) },
  { header: 'Created (UTC)', kind: 'time', of: (user) => user.createdAt },
  { header: 'KYC', kind: 'text', of: (user) => user.kycStatus ?? NOT_SUBMITTED },
  { header: 'Payment', kind: 'text', of: (user) => user.paymentStatus ?? NOT_SUBMITTED },
  { header: 'Status', kind: 'text', of: (user) => user.status },
  { header: 'User id', kind: 'text', of: (user) => user.userId },
];

/** Exports the list of users as CSV. An audit record names the admin and the choice, because personal data leaves the product. */
@Injectable()
export class UserExportService {
  constructor(
    private readonly em: EntityManager,
    private readonly directory: UserDirectoryService,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Returns every user of the choice, read while the file is sent. Throws TooMany, TooManyForFile. */
  async csv(adminId: string, choice: UserChoice): Promise<MadeFile> {
    await this.limits.consume('userFileAdmin', adminId);
    if (await this.directory.exceeds(MAX_ROWS, choice)) throw new TooManyForFile(MAX_ROWS);
    const file = await csvFile('users', this.clock.now(), columns, this.directory.all(choice, BATCH));
    await this.audit.record(this.em, {
      action: 'user.export',
      actorId: adminId,
      actorRole: 'admin',
      targetType: 'users',
      detail: recorded(choice),
    });
    return file;
  }
}

/** The record contains neither the search text, which may be a name, nor a list of ids. */
function recorded({ sort, order, filter: { q, id, ...named } }: UserChoice): Record<string, unknown> {
  return { sort, order, ...named, ...(q && { searched: true }), ...(id && { users: id.length }) };
}
