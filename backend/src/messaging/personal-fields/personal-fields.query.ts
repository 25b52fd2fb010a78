import { expressionBuilder, sql, type Expression } from 'kysely';
import type { Database } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { personalFieldNames, type FieldValues, type PersonalField } from './personal-fields.rules.js';

// Values of personal fields. The query must alias `users` as `u`.

const eb = expressionBuilder<Database & { u: Database['users'] }, 'u'>();

const values: Record<PersonalField, Expression<string | null>> = {
  first_name: eb.ref('u.other_name'),
  last_name: eb.ref('u.surname'),
  full_name: fullNameOf('u'),
  membership: sql<string | null>`nullif(u.role, 'admin')`,
  country: eb.ref('u.country'),
  referral_code: eb.ref('u.referral_code'),
  member_since: sql<string>`extract(year from u.created_at at time zone 'UTC')::text`,
  currency: eb.ref('u.currency'),
};

/** All values of a person, as one column. */
export const fieldValuesOf = sql<FieldValues>`jsonb_build_object(${sql.join(
  personalFieldNames.flatMap((name) => [sql.lit(name), sql`${values[name]}`]),
)})`;

/** Whether a person has no value for a field: null, or blanks alone. */
export const lacksField = (name: PersonalField) => sql<boolean>`coalesce(btrim(${values[name]}), '') = ''`;
