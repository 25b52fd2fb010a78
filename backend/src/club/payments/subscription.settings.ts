import { Injectable } from '@nestjs/common';
import type { Membership } from '../../platform/domain/index.js';
import { AppConfig } from '../../platform/config/index.js';

/** Where a fee can be paid to. */
export interface PayWallet {
  id: 'btc' | 'usdt-trc20';
  address: string;
  /** What a wallet program opens (BIP 321); null where its chain has no such form. */
  uri: string | null;
}

/** Fees and addresses. They come from the settings of the process and are changed nowhere else (security 1.1, A6). */
@Injectable()
export class SubscriptionSettings {
  constructor(private readonly config: AppConfig) {}

  /** Dollars, as a plain decimal. */
  feeOf(membership: Membership): string {
    const { tradeClub, hedgeFund } = this.config.fees;
    return String(membership === 'trade club' ? tradeClub : hedgeFund);
  }

  wallets(): PayWallet[] {
    const { btc, usdtTrc20 } = this.config.payAddresses;
    // Without an amount: the fee is in dollars, and nobody here quotes a rate.
    return [
      { id: 'btc', address: btc, uri: `bitcoin:${btc}` },
      { id: 'usdt-trc20', address: usdtTrc20, uri: null },
    ];
  }
}
