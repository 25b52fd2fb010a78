import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { fundCaseSchema, fundReturnLinks, type FundReturnLink } from '../fund-fees/index.js';
import { FundCaseReader } from './fund-case.reader.js';
import { FundResultRepository, type StoredResult } from './fund-result.repository.js';
import { isRunning, MandateRepository, type Mandate, type RunningMandate } from './mandate.repository.js';
import { fullStatement, lastDaysOf, statementOf, type FundStatement } from './statement-lines.rules.js';

/** Mandates of one member that are read; the newest. */
const MAX_MANDATES = 20;

/** A statement and the mandate that it is of. */
export interface FoundStatement {
  mandate: RunningMandate;
  result: StoredResult;
  statement: FundStatement;
}

/** Finds statements by the name of their period, in all mandates of a member or in one. */
@Injectable()
export class StatementViewsReader {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly results: FundResultRepository,
    private readonly cases: FundCaseReader,
  ) {}

  /** Returns the mandates of a member, newest first. */
  mandatesOf(userId: string): Promise<Mandate[]> {
    return this.mandates.findAllOf(this.em, userId, MAX_MANDATES);
  }

  /** `mandateId` null: in all mandates of the member, the newest first. `period`: as in `statementOf`. Throws NotFound. */
  async find(userId: string, mandateId: string | null, period: string): Promise<FoundStatement> {
    for (const named of await this.named(userId, mandateId)) {
      const account = statementOf(named.result.answer, period);
      if (!account) continue;
      const { mandate, result } = named;
      const marks = await this.results.findMarks(this.em, mandate.id, lastDaysOf([account]));
      return { mandate, result, statement: fullStatement(result.answer, account, marks) };
    }
    throw new NotFound('statement');
  }

  /** Returns every statement, oldest first. Throws NotFound where there is none. */
  async all(userId: string, mandateId: string | null): Promise<FundStatement[]> {
    const found: FundStatement[] = [];
    for (const { mandate, result } of (await this.named(userId, mandateId)).toReversed())
      found.push(...(await this.statementsOf(mandate, result, result.answer.statements)));
    if (found.length === 0) throw new NotFound('statement');
    return found;
  }

  /** Returns statements of a mandate with the marks and returns at their ends. */
  async statementsOf({ id }: Mandate, { answer }: StoredResult, accounts: StoredResult['answer']['statements']): Promise<FundStatement[]> {
    const marks = await this.results.findMarks(this.em, id, lastDaysOf(accounts));
    return accounts.map((one) => fullStatement(answer, one, marks));
  }

  /** Returns what the returns of a statement are chained from, oldest first. Throws NotFound. */
  async linksOf(userId: string, mandateId: string | null, period: string, { offset, limit }: Page): Promise<PageOf<FundReturnLink>> {
    const { mandate, result, statement } = await this.find(userId, mandateId, period);
    const file = await this.cases.read(this.em, mandate, result.untilAt);
    const links = fundReturnLinks(fundCaseSchema.parse(file), statement);
    return { rows: links.slice(offset, offset + limit), total: links.length };
  }

  private async named(userId: string, mandateId: string | null): Promise<Named[]> {
    const one = mandateId === null ? null : await this.mandates.find(this.em, mandateId);
    const mandates = mandateId === null ? await this.mandatesOf(userId) : one ? [one] : [];
    const found: Named[] = [];
    for (const mandate of mandates) {
      const result = isRunning(mandate) ? await this.results.find(this.em, mandate.id) : null;
      if (result && isRunning(mandate)) found.push({ mandate, result });
    }
    return found;
  }
}

type Named = Omit<FoundStatement, 'statement'>;
