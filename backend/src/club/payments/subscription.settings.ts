import { Injectable } from '@nestjs/common';
import type { Membership } from '../../platform/domain/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { PayAddressesService } from '../../money/pay-addresses/index.js';

/** A wallet that receives fees. */
export interface PayWallet {
  id: 'btc' | 'usdt-trc20';
  address: string;
  /** Payment URI for wallet software (BIP 321); null if the chain has none. */
  uri: string | null;
}

/**
 * Fees and addresses, which come from the settings of the process only (security 1.1, A6); new addresses also need two admins and a day.
 */
@Injectable()
export class SubscriptionSettings {
  constructor(
    private readonly config: AppConfig,
    private readonly addresses: PayAddressesService,
  ) {}

  /** Dollars, as a plain decimal. */
  feeOf(membership: Membership): string {
    const { tradeClub, hedgeFund } = this.config.fees;
    return String(membership === 'trade club' ? tradeClub : hedgeFund);
  }

  async wallets(): Promise<PayWallet[]> {
    const { btc, usdtTrc20 } = await this.addresses.inUse();
    // Without an amount: the fee is in dollars, and there is no exchange rate.
    return [
      { id: 'btc', address: btc, uri: `bitcoin:${btc}` },
      { id: 'usdt-trc20', address: usdtTrc20, uri: null },
    ];
  }
}
