import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock } from '../../platform/domain/index.js';
import { csvFile, type MadeFile } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { TooManyForFile } from './admin.errors.js';
import { UserDirectoryService, type UserChoice } from './user-directory.service.js';
import { userFile } from './user-file.js';

/** Rows that are in memory at once. */
const PIECE = 1000;
const MOST = 250_000;

/** The list of users as a file. It takes personal data out of the house, so it is written down who took which choice of it. */
@Injectable()
export class UserExportService {
  constructor(
    private readonly em: EntityManager,
    private readonly directory: UserDirectoryService,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Every user of the choice, read while the file is sent. Throws TooMany, TooManyForFile. */
  async csv(adminId: string, choice: UserChoice): Promise<MadeFile> {
    await this.limits.consume('userFileAdmin', adminId);
    if (await this.directory.exceeds(MOST, choice)) throw new TooManyForFile(MOST);
    const file = await csvFile('users', this.clock.now(), userFile, this.directory.all(choice, PIECE));
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

/** What was searched for may be a name, and stays out of the record; so does a list of ids. */
function recorded({ sort, order, filter: { q, id, ...named } }: UserChoice): Record<string, unknown> {
  return { sort, order, ...named, ...(q && { searched: true }), ...(id && { users: id.length }) };
}
