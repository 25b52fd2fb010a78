import { namesFrom, namesOf, type Names, type Person } from '../../../club/users/index.js';
import type { Membership } from '../../domain/index.js';

/** A fictional member with a reserved address (RFC 2606) and an unknown password. */
export interface DemoPerson extends Person {
  role: Membership;
  /** Days since the sign-up. */
  daysAgo: number;
  /** Local part of the referrer's address. */
  invitedBy?: string;
  case: DemoCase;
}

/** State of a membership. `hours`: waiting since. */
export type DemoCase =
  | { is: 'unconfirmed' }
  /** Confirmed, nothing submitted yet. */
  | { is: 'new' }
  | { is: 'kyc-waits'; hours: number }
  | { is: 'kyc-rejected'; code: string; final?: boolean }
  | { is: 'verified'; account?: DemoAccount }
  | { is: 'payment-waits'; hours: number }
  | { is: 'payment-rejected'; code: string }
  | { is: 'member'; account?: DemoAccount }
  | { is: 'deactivated' }
  | { is: 'rejected' }
  | { is: 'asks-erasure'; hours: number };

/** The member's key of DEMO_EXCHANGE_KEYS. */
export type DemoAccount = 'saver' | 'collector' | 'quiet' | 'refused';

export const emailOf = (names: Names): string =>
  `${namesOf(names).toReversed().join('.')}@example.com`
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z.@-]/g, '');

const person = (
  firstName: string,
  lastName: string,
  country: string,
  phoneNumber: string,
  dateOfBirth: string,
  role: Membership,
  daysAgo: number,
  what: DemoCase,
  invitedBy?: string,
): DemoPerson => ({
  ...namesFrom({ firstName, lastName }),
  country,
  phoneNumber,
  dateOfBirth,
  role,
  daysAgo,
  case: what,
  ...(invitedBy && { invitedBy }),
});

const club = 'trade club';
const fund = 'hedge fund';

/** Ordered by sign-up. */
export const people: readonly DemoPerson[] = [
  person('Marta', 'Kowalska', 'Poland', '+48501234567', '1988-03-14', club, 538, { is: 'member', account: 'saver' }),
  person('Daniel', 'Brandt', 'Germany', '+491701234567', '1983-11-02', club, 521, { is: 'member', account: 'collector' }),
  person('Aisha', 'Rahman', 'United Kingdom', '+447700900123', '1992-07-21', club, 502, { is: 'member' }, 'marta.kowalska'),
  person('Lucas', 'Moreira', 'Portugal', '+351912345678', '1990-01-30', club, 487, { is: 'member', account: 'quiet' }),
  person('Emeka', 'Nwosu', 'Nigeria', '+2348023456789', '1995-05-18', club, 466, { is: 'member' }, 'trade'),
  person('Ingrid', 'Solberg', 'Norway', '+4791234567', '1979-12-09', fund, 451, { is: 'member' }),
  person('Tomás', 'Herrera', 'Spain', '+34612345678', '1986-08-25', club, 430, { is: 'deactivated' }),
  person('Wei', 'Lim', 'Singapore', '+6581234567', '1993-02-11', club, 412, { is: 'member' }, 'daniel.brandt'),
  person('Chloé', 'Martin', 'France', '+33612345678', '1991-10-05', club, 395, { is: 'payment-rejected', code: 'amount-differs' }),
  person('Kwame', 'Asante', 'Ghana', '+233241234567', '1989-06-17', club, 377, { is: 'member' }),
  person('Henrik', 'Dahl', 'Denmark', '+4520123456', '1974-04-03', fund, 360, { is: 'member' }),
  person('Priya', 'Nair', 'India', '+919812345678', '1994-09-28', club, 341, { is: 'kyc-rejected', code: 'address-old' }),
  person('Jakub', 'Novák', 'Czechia', '+420601234567', '1987-01-22', club, 322, { is: 'member' }, 'marta.kowalska'),
  person('Fatima', 'El Amrani', 'Morocco', '+212612345678', '1996-03-07', club, 300, { is: 'verified' }),
  person('Oliver', 'Hughes', 'Ireland', '+353851234567', '1984-07-13', club, 281, { is: 'member' }),
  person('Sofia', 'Rossi', 'Italy', '+393401234567', '1990-12-19', club, 262, { is: 'rejected' }),
  person('Mehmet', 'Yilmaz', 'Türkiye', '+905321234567', '1982-05-26', club, 240, { is: 'member', account: 'refused' }),
  person('Grace', 'Mwangi', 'Kenya', '+254712345678', '1993-08-08', club, 214, { is: 'member' }, 'emeka.nwosu'),
  person('Andreas', 'Keller', 'Switzerland', '+41791234567', '1971-02-15', fund, 190, { is: 'verified' }),
  person('Noa', 'van Dijk', 'Netherlands', '+31612345678', '1997-11-11', club, 163, { is: 'asks-erasure', hours: 52 }),
  person('Diego', 'Fernández', 'Argentina', '+5491123456789', '1988-10-01', club, 128, {
    is: 'kyc-rejected',
    code: 'not-genuine',
    final: true,
  }),
  person('Yuki', 'Tanaka', 'Japan', '+819012345678', '1992-04-24', club, 97, { is: 'member' }, 'trade'),
  person(
    'Samuel',
    'Boateng',
    'Ghana',
    '+233201234567',
    '1998-06-30',
    club,
    71,
    { is: 'payment-rejected', code: 'not-received' },
    'kwame.asante',
  ),
  person('Elena', 'Popescu', 'Romania', '+40721234567', '1985-09-16', club, 44, { is: 'member' }),
  person('Liam', 'Walsh', 'Ireland', '+353861234567', '1994-01-08', club, 23, { is: 'payment-waits', hours: 70 }, 'oliver.hughes'),
  person('Zanele', 'Dlamini', 'South Africa', '+27821234567', '1991-03-29', club, 12, { is: 'new' }, 'trade'),
  person('Viktor', 'Larsson', 'Sweden', '+46701234567', '1980-08-12', fund, 9, { is: 'payment-waits', hours: 20 }),
  person('Camila', 'Rojas', 'Chile', '+56912345678', '1995-12-03', club, 7, { is: 'kyc-waits', hours: 121 }),
  person('Ahmed', 'Saleh', 'Egypt', '+201012345678', '1989-02-20', club, 4, { is: 'payment-waits', hours: 3 }),
  person('Hannah', 'Schmidt', 'Austria', '+436601234567', '1996-07-05', club, 3, { is: 'kyc-waits', hours: 26 }, 'daniel.brandt'),
  person('Rui', 'Carvalho', 'Portugal', '+351931234567', '1987-05-09', fund, 1, { is: 'kyc-waits', hours: 2 }),
  person('Amara', 'Okoye', 'Nigeria', '+2348034567890', '1999-10-27', club, 0.4, { is: 'unconfirmed' }, 'emeka.nwosu'),
];
