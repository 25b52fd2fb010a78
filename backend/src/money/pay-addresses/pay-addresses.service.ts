import { Injectable, Logger } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { Sealer } from '../../platform/crypto/index.js';
import { Clock } from '../../platform/domain/index.js';
import { inUseAt, poolOf, poolText, type PayAddressChange, type PayTarget } from './pay-address.rules.js';
import { PayAddressRepository, type StoredChange } from './pay-address.repository.js';

/** Where payments go now. */
export interface PayAddresses {
  btc: string;
  usdtTrc20: string;
  /** An xpub or zpub; null: no account is set. */
  bitcoinAccount: string | null;
  /** Addresses on TRON that invoices get for themselves; empty: all share `usdtTrc20`. */
  tronPool: readonly string[];
}

/**
 * Says where payments go: to the addresses of the settings, and after a change of these to the ones before, until two admins have approved
 * and a day has passed.
 */
@Injectable()
export class PayAddressesService {
  private readonly log = new Logger('PayAddresses');

  constructor(
    private readonly em: EntityManager,
    private readonly changes: PayAddressRepository,
    private readonly sealer: Sealer,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  async inUse(): Promise<PayAddresses> {
    const changes = await this.findAll();
    const now = this.clock.now();
    const inUse = (target: PayTarget) =>
      inUseAt(
        changes.filter((change) => change.target === target),
        now,
      )?.value ?? null;
    // A setting that was removed turns its payments off, which redirects none. Without a value in use, the fixed address receives them.
    const taken = (target: PayTarget) => (this.settingOf(target) === null ? null : inUse(target));
    return {
      btc: inUse('btc') ?? this.settingOf('btc')!,
      usdtTrc20: inUse('usdt-trc20') ?? this.settingOf('usdt-trc20')!,
      bitcoinAccount: taken('bitcoin-account'),
      tronPool: poolOf(taken('tron-pool')),
    };
  }

  /** Returns the changes that this product made, newest first. */
  async findAll(em = this.em.fork()): Promise<StoredChange[]> {
    return (await this.changes.findAll(em)).filter((change) => this.isGenuine(change));
  }

  /** The same for one target, which stays locked until the transaction ends. */
  async lock(tx: EntityManager, target: PayTarget): Promise<StoredChange[]> {
    await this.changes.lockTarget(tx, target);
    return (await this.findAll(tx)).filter((change) => change.target === target);
  }

  /** What the settings say; null: nothing. */
  settingOf(target: PayTarget): string | null {
    const { btc, usdtTrc20 } = this.config.payAddresses;
    const { bitcoin, tron } = this.config.chains;
    return {
      btc,
      'usdt-trc20': usdtTrc20,
      'bitcoin-account': bitcoin.accountKey ?? null,
      'tron-pool': poolText(tron.pool ?? []),
    }[target];
  }

  /** The keyed hash of a row that is or becomes effective. */
  macOf({ id, target, value }: Pick<PayAddressChange, 'id' | 'target' | 'value'>, effectiveAt: Date): Buffer {
    return this.sealer.fingerprint(JSON.stringify(['pay-address', id, target, value, effectiveAt.toISOString()]));
  }

  private isGenuine(change: StoredChange): boolean {
    if (change.effectiveAt === null) return true;
    const isGenuine = change.mac !== null && timingSafeEqual(change.mac, this.macOf(change, change.effectiveAt));
    if (!isGenuine)
      this.log.error({ changeId: change.id, target: change.target }, 'a pay address was not stored by this product and is not used');
    return isGenuine;
  }
}
