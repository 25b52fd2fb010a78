import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import {
  memberships,
  roles,
  teamRoles,
  type Language,
  type Membership,
  type ReviewStatus,
  type Role,
  type TeamRole,
} from '../../platform/domain/index.js';

export const userStatuses = ['active', 'deactivated'] as const;
export type UserStatus = (typeof userStatuses)[number];

export const colors = ['white', 'black'] as const;
export type Color = (typeof colors)[number];
/** The colour in answers to members who have not chosen one. */
export const DEFAULT_COLOR: Color = 'white';

/** The unique index of addresses, ignoring case. */
export const USERS_EMAIL_UNIQUE = 'users_email_unique';

const reviewStatuses = ['pending', 'approved', 'rejected'] as const satisfies readonly ReviewStatus[];

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    /** A random UUID: URLs contain ids, which must not be enumerable (security T7). */
    id: p.uuid().primary(),
    /** Canonical, see email-address.ts. */
    email: p.string().length(254),
    surname: p.string().length(100),
    otherName: p.string().length(100),
    phoneNumber: p.string().length(16),
    country: p.string().length(80),
    /** YYYY-MM-DD */
    dateOfBirth: p.date(),
    role: p.enum(roles),
    /** What a person of the team may do. Null for members, and for admins whom an earlier release created: see teamRoleOf. */
    teamRole: p.enum(teamRoles).nullable(),
    /** PHC string. */
    passwordHash: p.string().length(255).hidden().lazy(),
    referralCode: p.string().length(12).unique(),
    referredBy: () => p.manyToOne(User).name('referred_by_id').mapToPk().deleteRule('set null').nullable(),
    /** null: never submitted. */
    kycStatus: p.enum(reviewStatuses).nullable(),
    paymentStatus: p.enum(reviewStatuses).nullable(),
    status: p.enum(userStatuses).default('active'),
    /** Set: the user is in the rejected list ("deleted" in the specification) and cannot sign in. */
    rejectedAt: p.datetime().nullable(),
    /** null: not chosen; pages follow the device. */
    color: p.enum(colors).nullable(),
    /** BCP 47 tag of the member's emails and documents; null: unknown, treated as English. */
    language: p.string().length(20).nullable(),
    /** ISO 4217 code of the currency that figures are shown in; null: not chosen, treated as US dollars. */
    currency: p.string().length(3).nullable(),
    /** Percent of the equity that the member risks on a signal, 0.1 to 10; null: not chosen, treated as 1. */
    riskPercent: p.decimal('string').precision(4).scale(2).nullable(),
    imageFileId: p.uuid().nullable(),
    /** Incremented to end all sessions: a session is valid only while its copy equals this value. */
    securityEpoch: p.integer().default(0),
    emailConfirmedAt: p.datetime().nullable(),
    /** The version of the terms accepted at sign-up. */
    termsVersion: p.string().length(20).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
    /** The text that searches match (user-search.ts). Generated: computing it for each row costs four times the comparison. */
    searchText: p
      .text()
      .generated(
        `lower((((((((' '::text || (other_name)::text) || ' '::text) || (surname)::text) || ' '::text)` +
          ` || (email)::text) || ' '::text) || (phone_number)::text)) stored`,
      )
      .hidden()
      .lazy(),
  },
  checks: [
    { name: 'users_team_check', expression: `"team_role" is null or "role" = 'admin'` },
    { name: 'users_risk_percent_check', expression: '"risk_percent" >= 0.1 and "risk_percent" <= 10' },
  ],
  uniques: [{ name: USERS_EMAIL_UNIQUE, expression: 'create unique index "users_email_unique" on "users" (lower("email"))' }],
  indexes: [
    { name: 'users_created_index', properties: ['createdAt', 'id'] },
    { name: 'users_referred_by_index', properties: ['referredBy', 'createdAt', 'id'] },
    { name: 'users_country_index', properties: ['country', 'id'] },
    { name: 'users_role_index', properties: ['role', 'createdAt', 'id'] },
    { name: 'users_kyc_status_index', properties: ['kycStatus', 'createdAt', 'id'] },
    { name: 'users_payment_status_index', properties: ['paymentStatus', 'createdAt', 'id'] },
    {
      name: 'users_surname_index',
      expression: 'create index "users_surname_index" on "users" (lower("surname"), lower("other_name"), "id")',
    },
    {
      name: 'users_other_name_index',
      expression: 'create index "users_other_name_index" on "users" (lower("other_name"), lower("surname"), "id")',
    },
    {
      name: 'users_deactivated_index',
      expression: `create index "users_deactivated_index" on "users" ("created_at", "id") where "status" = 'deactivated'`,
    },
    {
      name: 'users_rejected_index',
      expression: 'create index "users_rejected_index" on "users" ("rejected_at", "id") where "rejected_at" is not null',
    },
    { name: 'users_search_index', expression: 'create index "users_search_index" on "users" using gin ("search_text" gin_trgm_ops)' },
  ],
});

/** The properties of a name, and of everything a user states about themselves except the email address. */
export const nameProperties = ['surname', 'otherName'] as const;
export const personProperties = [...nameProperties, 'phoneNumber', 'country', 'dateOfBirth'] as const;
export type Names = Record<(typeof nameProperties)[number], string>;
export type Person = Record<(typeof personProperties)[number], string>;

/** Fields that every user needs. */
export interface NewUser extends Person {
  email: string;
  role: Role;
  teamRole?: TeamRole | null;
  passwordHash: string;
  referralCode: string;
  referredBy?: string | null;
  emailConfirmedAt?: Date | null;
  termsVersion?: string | null;
  language?: Language | null;
}

export class User extends UserSchema.class {
  constructor(fields: NewUser) {
    super();
    this.id = randomUUID();
    const unknown = {
      teamRole: null,
      referredBy: null,
      emailConfirmedAt: null,
      termsVersion: null,
      language: null,
      currency: null,
      riskPercent: null,
    };
    Object.assign(this, { ...unknown, ...fields });
  }
}
UserSchema.setClass(User);
export { UserSchema };

/** Members carry their membership as their role (contract: role must equal membership); admins have none. */
export function membershipOf(role: Role): Membership | null {
  return memberships.find((membership) => membership === role) ?? null;
}

/** Returns `[last name, first name]`. */
export const namesOf = ({ surname, otherName }: Names): readonly [string, string] => [surname, otherName];

/** Queries select it with fullNameOf() (full-name.query.ts). */
export const fullName = (names: Names): string => namesOf(names).toReversed().join(' ');
