import type { Client } from 'pg';

export interface Landmarks {
  trader: string;
  broadcast: string;
  analysis: string;
  review: string;
  payment: string;
  admin: string;
  code: string;
  none: string;
}
export type Sizes = Record<
  | 'users'
  | 'reviews'
  | 'spotTrades'
  | 'futuresTrades'
  | 'auditEvents'
  | 'signals'
  | 'outbox'
  | 'broadcasts'
  | 'analyses'
  | 'sessions'
  | 'erasures',
  number
>;
export type Inject = (request: {
  method: 'GET';
  url: string;
  headers?: Record<string, string>;
}) => Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>;
export interface List {
  name: string;
  path: string;
  rules: { sortable: readonly string[]; filters: Record<string, unknown> };
}
export interface Always {
  userId: string;
  from: string;
  period: { from: string; to: string; q: string; kind: string; ids: string };
}

export interface Other {
  name: string;
  path: string;
}
interface Statements {
  begin(): void;
  readonly most: { rows: number; text: string };
  stop(): void;
}

export function scaled(factor: number): Sizes;
export function fillCrowd(
  client: Client,
  options: { admin: string; seals: object; sizes?: Sizes; log?: (line: string) => void },
): Promise<void>;
export function landmarks(client: Client, admin: string): Promise<Landmarks>;
export function discover(
  inject: Inject,
  token: string,
  options: { at: Record<string, string>; always: Always },
): Promise<{ lists: List[]; others: Other[]; unknown: string[] }>;
export function addressesOf(ids: Landmarks): Record<string, string>;
export function alwaysOf(ids: Landmarks): Always;
export function samplesOf(ids: Landmarks): Record<string, unknown[]>;
export function watchStatements(): Statements;
export const ONCE: Record<'page' | 'combination' | 'doubtful', number> & { orders: boolean };
export class Measurement {
  constructor(inject: Inject, token: string, options: { statements: Statements; samples: Record<string, unknown[]>; times?: typeof ONCE });
  readonly faults: string[];
  readonly asked: number;
  list(list: List): Promise<unknown>;
  other(one: Other): Promise<unknown>;
}
