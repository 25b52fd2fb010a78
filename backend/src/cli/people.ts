import type { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInput, isUuid, type Membership, type Role } from '../common/domain/index.js';

export interface Person {
  id: string;
  email: string;
  role: Role;
  /** They may sign in. */
  active: boolean;
}

export type Member = Person & { role: Membership };

/** By address or id. Throws InvalidInput. */
export async function personOf(em: EntityManager, option: string, given: string): Promise<Person> {
  const wanted = given.trim();
  const [row] = await em.execute<Person[]>(
    `select id, email, role, status = 'active' and rejected_at is null and email_confirmed_at is not null as active from users where ${isUuid(wanted) ? 'id = ?::uuid' : 'lower(email) = lower(?)'}`,
    [wanted],
  );
  if (!row) throw InvalidInput.field(option, `There is no account ${wanted}`);
  return row;
}

/** Throws InvalidInput, for admins too: they are no members. */
export async function memberOf(em: EntityManager, option: string, given: string): Promise<Member> {
  const person = await personOf(em, option, given);
  if (person.role === 'admin') throw InvalidInput.field(option, `${given} is an admin, and no member`);
  return person as Member;
}

export const whichMember = { value: 'ADDRESS', required: true, help: 'the member, by address or id' } as const;
