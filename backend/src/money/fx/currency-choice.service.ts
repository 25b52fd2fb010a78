import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { UsersService } from '../../club/users/index.js';
import { conversionTo, convertible, type Conversion, type ConversionProblem } from './conversion.rules.js';
import { findLatestRates, findRatePair } from './fx-rate.repository.js';
import { noSuchCurrency } from './fx.errors.js';
import { BASE_CURRENCY, dayOf, firstUsableDay } from './fx.types.js';

export interface CurrencyChoice {
  currency: string;
  currencies: string[];
  conversion: Conversion | null;
  problem: ConversionProblem | null;
}

interface Offer {
  today: string;
  currencies: string[];
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
    const [currency, offer] = await Promise.all([this.users.currencyOf(userId), this.offer()]);
    return this.choice(currency ?? BASE_CURRENCY, offer);
  }

  /** Stores the choice. Throws InvalidInput for a currency that figures cannot be shown in. */
  async choose(userId: string, currency: string): Promise<CurrencyChoice> {
    const offer = await this.offer();
    if (!offer.currencies.includes(currency)) throw noSuchCurrency();
    await this.users.changeCurrency(userId, currency === BASE_CURRENCY ? null : currency);
    return this.choice(currency, offer);
  }

  /** What can be chosen today. */
  private async offer(): Promise<Offer> {
    const today = dayOf(this.clock.now());
    return { today, currencies: convertible(await findLatestRates(this.orm.em.fork(), firstUsableDay(today)), today) };
  }

  private async choice(currency: string, { today, currencies }: Offer): Promise<CurrencyChoice> {
    return { currency, currencies, ...conversionTo(currency, await findRatePair(this.orm.em.fork(), currency), today) };
  }
}
