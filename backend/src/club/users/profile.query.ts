import type { Selectable } from 'kysely';
import type { Database } from '../../database.js';
import { DEFAULT_COLOR, personProperties, type Color, type Person } from './user.entity.js';

/** The properties of a profile and their columns: the only list of a member's own columns. */
export const profileColumnOf = {
  userId: 'id',
  email: 'email',
  surname: 'surname',
  otherName: 'other_name',
  phoneNumber: 'phone_number',
  country: 'country',
  /** YYYY-MM-DD */
  dateOfBirth: 'date_of_birth',
  role: 'role',
  kycStatus: 'kyc_status',
  paymentStatus: 'payment_status',
  referralCode: 'referral_code',
  color: 'color',
  imageFileId: 'image_file_id',
} as const satisfies Record<string, keyof Database['users']>;

type Property = keyof typeof profileColumnOf;

export type ProfileRow = Pick<Selectable<Database['users']>, (typeof profileColumnOf)[Property]>;

type OwnProperties = { -readonly [P in Property]: ProfileRow[(typeof profileColumnOf)[P]] };

/** A user's own account, as shown to them; `color` is the default until they choose one. */
export type Profile = Omit<OwnProperties, 'color'> & { color: Color };

/** The columns of a ProfileRow, for SQL text that aliases `users` as `u`. */
export const profileColumns = Object.values(profileColumnOf)
  .map((column) => `u.${column}`)
  .join(', ');

/** Selects properties of a profile by their names. The query must alias `users` as `u`. */
export function profileSelection<P extends Property>(...properties: readonly P[]) {
  return properties.map((property) => `u.${profileColumnOf[property]} as ${property}`) as {
    [Selected in P]: `u.${(typeof profileColumnOf)[Selected]} as ${Selected}`;
  }[P][];
}

type PersonColumns = Pick<ProfileRow, (typeof profileColumnOf)[keyof Person]>;

/** Returns the columns that store a person. */
export const personColumns = (person: Person): PersonColumns =>
  Object.fromEntries(personProperties.map((property) => [profileColumnOf[property], person[property]])) as PersonColumns;

/** Replaces the person in a row whose member was erased. */
export const ERASED_PERSON: Person = { surname: 'Erased', otherName: 'Member', phoneNumber: '', country: '', dateOfBirth: '1900-01-01' };

/**
 * The role in the team, for SQL text that aliases `users` as `u`. Null for members. Rows of admins that an earlier release wrote have
 * none: they hold every right, as they did before.
 */
export const teamRoleColumn = `case when u.role = 'admin' then coalesce(u.team_role, 'admin') end`;

/** The columns of a Standing, which decides about access, for SQL text that aliases `users` as `u`. */
export const standingColumns = `u.role, ${teamRoleColumn} as "teamRole", u.payment_status is not distinct from 'approved' as paid`;

export function toProfile(row: ProfileRow): Profile {
  const own = Object.fromEntries(Object.entries(profileColumnOf).map(([property, column]) => [property, row[column]])) as OwnProperties;
  return { ...own, color: own.color ?? DEFAULT_COLOR };
}
