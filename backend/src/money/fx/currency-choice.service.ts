import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { UsersService } from '../../club/users/index.js';
import { conversionTo, convertible, type Conversion, type ConversionProblem } from './conversion.rules.js';
import { findLatestRates, findRatePair } from './fx-rate.repository.js';
import { noSuchCurrency } from './fx.errors.js';
import { BASE_CURRENCY, dayOf } from './fx.types.js';

export interface CurrencyChoice {
  currency: string;
  currencies: string[];
  conversion: Conversion | null;
  problem: ConversionProblem | null;
}

/** The currency in which a member sees figures. It changes how they are displayed, and nothing that is computed or stored. */
@Injectable()
export class CurrencyChoiceService {
  constructor(
    private readonly users: UsersService,
    private readonly orm: MikroORM,
    private readonly clock: Clock,
  ) {}

  /** Throws NotFound. */
  async choiceOf(userId: string): Promise<CurrencyChoice> {
    const em = this.orm.em.fork();
    const currency = (await this.users.currencyOf(userId)) ?? BASE_CURRENCY;
    const [latest, pair] = await Promise.all([findLatestRates(em), findRatePair(em, currency)]);
    const today = dayOf(this.clock.now());
    return { currency, currencies: convertible(latest, today), ...conversionTo(currency, pair, today) };
  }

  /** Stores the choice. Throws InvalidInput for a currency that figures cannot be shown in. */
  async choose(userId: string, currency: string): Promise<CurrencyChoice> {
    const latest = await findLatestRates(this.orm.em.fork());
    if (!convertible(latest, dayOf(this.clock.now())).includes(currency)) throw noSuchCurrency();
    await this.users.changeCurrency(userId, currency === BASE_CURRENCY ? null : currency);
    return this.choiceOf(userId);
  }
}
