import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { divided, ONE, toDecimal } from '../../platform/domain/scaled.js';
import { readIndexes, quantileSummary } from '../club-share/index.js';
import { PracticeFactsRepository } from './practice-facts.repository.js';
import type { SignalPractice } from './signal-practice.types.js';

const BASIS_POINT = ONE / 10_000n;

/** Rounds half-even to a basis point: the exact figure can be one member's own. */
const rounded = (slippage: bigint): string => toDecimal(divided(slippage, BASIS_POINT) * BASIS_POINT);

/** Computes the slippage of all members from the attribution of their trades. */
@Injectable()
export class MemberSlippageReader {
  constructor(private readonly facts: PracticeFactsRepository) {}

  /** `without`: the club's own account, which is no member's; null: none is named. */
  async read(em: EntityManager, without: string | null): Promise<SignalPractice['slippage']> {
    const { members, signals, observations, period } = await this.facts.countEntries(em, without);
    if (period === null) return { unknown: (await this.facts.hasFilled(em)) ? 'too_few_members' : 'no_signals', known: null };
    const values = await this.facts.findSlippages(em, without, readIndexes(observations));
    const { median, p10, p90, ...told } = quantileSummary(members, observations, (index) => values.get(index)!);
    if (told.members === null || median === null || p10 === null || p90 === null) return { unknown: 'too_few_members', known: null };
    return {
      unknown: null,
      known: { members, signals, observations, median: rounded(median), p10: rounded(p10), p90: rounded(p90), period },
    };
  }
}
