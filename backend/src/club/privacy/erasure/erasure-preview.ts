import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';

/** What a request of this member would erase at once, and what it would leave for now. Counts. */
export interface ErasurePreview {
  atOnce: { exchangeKey: number; exchangeSignIns: number; pictures: number; phoneNumber: number; inviter: number };
  kept: { verifications: number; payments: number; files: number; exchangeAccounts: number; trades: number; signalsShown: number };
}

const count = (from: string) => `(select count(*)::int from ${from})`;
const accounts = 'account_id in (select id from exchange_accounts where user_id = u.id)';

/** As AtOnce and ErasureSweep would find it. */
@Injectable()
export class ErasurePreviews {
  constructor(private readonly em: EntityManager) {}

  async of(userId: string): Promise<ErasurePreview> {
    const [row] = await this.em.execute<(ErasurePreview['atOnce'] & ErasurePreview['kept'])[]>(
      `select ${count('exchange_accounts where user_id = u.id and is_current and api_key is not null')} as "exchangeKey",
         ${count('kyc_submissions where user_id = u.id and exchange_login is not null')} as "exchangeSignIns",
         ${count(`files where user_id = u.id and purpose = 'profile-image'`)} as pictures,
         (u.phone_number <> '')::int as "phoneNumber", (u.referred_by_id is not null)::int as inviter,
         ${count('kyc_submissions where user_id = u.id')} as verifications, ${count('payments where user_id = u.id')} as payments,
         ${count(`files where user_id = u.id and purpose <> 'profile-image'`)} as files, ${count('exchange_accounts where user_id = u.id')} as "exchangeAccounts",
         ${count(`spot_trades where ${accounts}`)} + ${count(`futures_trades where ${accounts}`)} as trades, ${count('signal_receipts where user_id = u.id')} as "signalsShown"
       from users u where u.id = ?`,
      [userId],
    );
    const { exchangeKey, exchangeSignIns, pictures, phoneNumber, inviter, ...kept } = row!;
    return { atOnce: { exchangeKey, exchangeSignIns, pictures, phoneNumber, inviter }, kept };
  }
}
