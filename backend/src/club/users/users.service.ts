import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { languageOf, NotFound, type Language } from '../../platform/domain/index.js';
import type { Profile } from './profile.query.js';
import { DEFAULT_COLOR, type Color } from './user.entity.js';
import { UserRepository, type Credentials, type UserSummary } from './user.repository.js';

@Injectable()
export class UsersService {
  constructor(private readonly users: UserRepository) {}

  /** Throws NotFound. */
  async profileOf(userId: string): Promise<Profile> {
    return found(await this.users.findProfile(userId));
  }

  /** Throws NotFound. */
  async summaryOf(userId: string): Promise<UserSummary> {
    return found(await this.users.findSummary(userId));
  }

  findSummary(userId: string): Promise<UserSummary | null> {
    return this.users.findSummary(userId);
  }

  /** `email` in canonical form. */
  credentialsOf(email: string): Promise<Credentials | null> {
    return this.users.findCredentialsByEmail(email);
  }

  credentialsOfUser(userId: string): Promise<Credentials | null> {
    return this.users.findCredentials(userId);
  }

  /** Reads credentials and locks the row until the transaction of `em` ends. */
  lockCredentials(em: EntityManager, userId: string): Promise<Credentials | null> {
    return this.users.lockCredentials(em, userId);
  }

  /** Stores `chosen`; without a choice it switches between white and black. Returns the new colour. Throws NotFound. */
  async changeColor(userId: string, chosen: Color | null): Promise<Color> {
    return found(await this.users.changeColor(userId, chosen));
  }

  /** Returns the member's colour, and whether they have chosen it. Throws NotFound. */
  async colorOf(userId: string): Promise<{ color: Color; chosen: boolean }> {
    const { color } = found(await this.users.findColor(userId));
    return { color: color ?? DEFAULT_COLOR, chosen: color !== null };
  }

  /** Returns the language of the user's emails and documents, null while it is unknown. Throws NotFound. */
  async languageOf(userId: string): Promise<Language | null> {
    return languageOf(found(await this.users.findLanguage(userId)).language);
  }

  /** Throws NotFound. */
  async changeLanguage(userId: string, language: Language): Promise<void> {
    found(await this.users.changeLanguage(userId, language));
  }

  /** Returns the code of the currency that the user chose, null without a choice. Throws NotFound. */
  async currencyOf(userId: string): Promise<string | null> {
    return found(await this.users.findCurrency(userId)).currency;
  }

  /** Throws NotFound. */
  async changeCurrency(userId: string, currency: string | null): Promise<void> {
    found(await this.users.changeCurrency(userId, currency));
  }

  /** Returns the percentage of the equity that the user chose to risk on a signal, null without a choice. Throws NotFound. */
  async riskPercentOf(userId: string): Promise<string | null> {
    return found(await this.users.findRiskPercent(userId)).riskPercent;
  }

  /** Throws NotFound. */
  async changeRiskPercent(userId: string, riskPercent: string): Promise<void> {
    found(await this.users.changeRiskPercent(userId, riskPercent));
  }
}

function found<T>(row: T | null): T {
  if (row === null) throw new NotFound('user');
  return row;
}
