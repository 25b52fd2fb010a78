import type { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInput, isUuid, type Membership } from '../../platform/domain/index.js';
import { Misuse } from './command.js';
import { findPersonByEmail, findPersonById, managesTeam, type Person } from './operator.query.js';

const MAX_BATCH = 5000;

/** Options that several commands have. */
export const memberOption = { value: 'ADDRESS', required: true, help: 'the member, by address or id' } as const;
export const batchOption = { value: 'N', help: `so many values a transaction, 500 unless told, ${MAX_BATCH} at most` } as const;
export const ringFileOption = { value: 'FILE', help: 'new file for the changed ring, where its own cannot be written' } as const;

/** Reads a whole number from 1 to `max`. Throws Misuse. */
export function numberOption(
  option: string,
  given: string | undefined,
  { usual, max, unit = '' }: { usual?: number; max: number; unit?: string },
) {
  const number = Number(given ?? usual);
  if (!Number.isInteger(number) || number < 1 || number > max) throw new Misuse(`--${option} is a number${unit} from 1 to ${max}`);
  return number;
}

export const batchSize = (given: string | undefined) => numberOption('batch', given, { usual: 500, max: MAX_BATCH });

/** Finds an account by address or id. Throws InvalidInput. */
export async function personOf(em: EntityManager, option: string, given: string): Promise<Person> {
  const wanted = given.trim();
  const person = await (isUuid(wanted) ? findPersonById(em, wanted) : findPersonByEmail(em, wanted));
  if (!person) throw InvalidInput.field(option, `There is no account ${wanted}`);
  return person;
}

/** Finds a member by address or id. Throws InvalidInput, for admins too: they are not members. */
export async function memberOf(em: EntityManager, given: string): Promise<Person & { role: Membership }> {
  const { role, ...person } = await personOf(em, 'user', given);
  if (role === 'admin') throw InvalidInput.field('user', `${given} is an admin, and no member`);
  return { ...person, role };
}

/** Finds the admin who answers for a command, by address or id. Throws InvalidInput. */
export async function confirmingAdmin(em: EntityManager, given: string): Promise<Person> {
  const admin = await personOf(em, 'confirmed-by', given);
  if (!managesTeam(admin)) throw InvalidInput.field('confirmed-by', `${given} is no active admin`);
  return admin;
}
