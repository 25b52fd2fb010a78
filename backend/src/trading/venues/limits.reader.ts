import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../platform/domain/index.js';
import { WeightBudget, type ScopeStatus } from './budget/index.js';

const MAX_LISTED = 200;

class LimitsUnknown extends DomainError {
  constructor() {
    super('unavailable', 'exchange.limits-unknown', 'How much of the limits is used cannot be told at the moment');
  }
}

/** Reads the usage of the exchanges' rate limits, over all processes. */
@Injectable()
export class LimitsReader {
  private readonly log = new Logger('Exchange');

  constructor(private readonly budget: WeightBudget) {}

  /** Returns closed scopes first, then those nearest to their limit. Throws LimitsUnknown if the counters are unavailable. */
  async list(): Promise<ScopeStatus[]> {
    let scopes: ScopeStatus[];
    try {
      scopes = await this.budget.status();
    } catch (error) {
      this.log.warn({ err: error }, 'the limits could not be read');
      throw new LimitsUnknown();
    }
    const until = ({ closedUntil }: ScopeStatus) => closedUntil?.getTime() ?? 0;
    const share = ({ used, limit }: ScopeStatus) => (limit > 0 ? used / limit : 0);
    return scopes.toSorted((a, b) => until(b) - until(a) || share(b) - share(a) || a.name.localeCompare(b.name)).slice(0, MAX_LISTED);
  }
}
