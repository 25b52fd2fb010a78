import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../platform/domain/index.js';
import type { ListQuery, Page, PageOf } from '../../platform/http/index.js';
import { UserListRepository } from './user-list.repository.js';
import type { ListedUser, RejectedSort, UserChoice, UserDetail, UserFilter, UserSort } from './user-list.types.js';

/** Lists and finds users for admins. */
@Injectable()
export class UserDirectoryService {
  constructor(
    private readonly em: EntityManager,
    private readonly repository: UserListRepository,
  ) {}

  /** Lists users who are not rejected, admins included, newest first. Pass `em` to see the writes of its transaction. */
  users(page: Page, em = this.em): Promise<PageOf<ListedUser>> {
    return this.repository.findPage(em, { scope: 'listed', filter: {}, sort: 'createdAt', order: 'DESC' }, page);
  }

  /** Lists rejected users, the last rejected first. */
  rejected(page: Page): Promise<PageOf<ListedUser>> {
    return this.repository.findPage(this.em, { scope: 'rejected', filter: {}, sort: 'rejectedAt', order: 'DESC' }, page);
  }

  /** Lists users who are not rejected; users requested by id are returned in any case. */
  listUsers({ sort, order, filter, ...page }: ListQuery<UserSort, UserFilter>): Promise<PageOf<ListedUser>> {
    return this.repository.findPage(this.em, { scope: 'listed', filter, sort, order }, page);
  }

  listRejected({ sort, order, filter, ...page }: ListQuery<RejectedSort, UserFilter>): Promise<PageOf<ListedUser>> {
    return this.repository.findPage(this.em, { scope: 'rejected', filter, sort, order }, page);
  }

  /** Returns whether a choice contains more than `limit` users. */
  exceeds(limit: number, choice: UserChoice): Promise<boolean> {
    return this.repository.exceeds(this.em, limit, { scope: 'listed', ...choice });
  }

  /** Reads every user of a choice in batches of `size`. */
  all(choice: UserChoice, size: number): AsyncGenerator<ListedUser[]> {
    return this.repository.batches(this.em, { scope: 'listed', ...choice }, size);
  }

  /** Returns a user, rejected or not. Throws NotFound. */
  async one(userId: string): Promise<UserDetail> {
    const user = await this.repository.findById(this.em, userId);
    if (!user) throw new NotFound('user');
    return user;
  }

  /** Returns a user of the rejected list. Throws NotFound. */
  async rejectedOne(userId: string): Promise<UserDetail> {
    const user = await this.one(userId);
    if (!user.rejectedAt) throw new NotFound('rejected user');
    return user;
  }
}
