import { isUuid } from '../../platform/domain/index.js';

/** Kinds of income, as the last part of an income account. */
export const incomeKinds = ['subscription', 'management_fee', 'performance_fee', 'club_share'] as const;
export type IncomeKind = (typeof incomeKinds)[number];

declare const checked: unique symbol;
/** The name of an account, such as `receivable:{user}`. Made by `accounts` or checked by `accountOf`. */
export type Account = string & { readonly [checked]: true };

const asAccount = (name: string) => name as Account;
const ofUser = (prefix: string) => (userId: string) => {
  if (!isUuid(userId)) throw new RangeError(`${prefix} accounts belong to a user`);
  return asAccount(`${prefix}:${userId.toLowerCase()}`);
};
const ofAddress = (prefix: string) => (address: string) => {
  if (!/^[A-Za-z0-9]{20,100}$/.test(address)) throw new RangeError(`${prefix} accounts belong to an address`);
  return asAccount(`${prefix}:${address}`);
};

/**
 * Accounts of the ledger. Positive amounts are debits: what members owe and what has arrived is positive, income and members' credit is
 * negative.
 */
export const accounts = {
  /** What a member owes on issued invoices. */
  receivable: ofUser('receivable'),
  /** What a member paid beyond their invoices. */
  credit: ofUser('credit'),
  income: (kind: IncomeKind) => asAccount(`income:${kind}`),
  bitcoin: ofAddress('chain:btc'),
  tron: ofAddress('chain:trc20'),
  /** Amounts that are not paid and no longer claimed. */
  writtenOff: asAccount('written_off'),
  /** Payments that a person compared with our wallets. A month is reconciled by comparing this account with them. */
  manualClearing: asAccount('clearing:manual'),
  /** Stands between coins and dollars: a payment in coins is booked in both, each adding up to zero. */
  conversion: asAccount('conversion'),
} as const;

const USER = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PATTERN = new RegExp(
  `^(?:(?:receivable|credit):${USER}|income:(?:${incomeKinds.join('|')})|chain:(?:btc|trc20):[A-Za-z0-9]{20,100}|` +
    'written_off|clearing:manual|conversion)$',
);

/** Checks an account's name. Throws RangeError. */
export function accountOf(name: string): Account {
  if (!PATTERN.test(name)) throw new RangeError(`${JSON.stringify(name.slice(0, 80))} is no account of the ledger`);
  return asAccount(name);
}
