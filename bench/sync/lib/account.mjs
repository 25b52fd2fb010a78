import { randomUUID } from 'node:crypto';

/** An account with nothing in it; returns its id. `client` is connected to a migrated database. */
export async function addAccount(client) {
  const [user, account] = [randomUUID(), randomUUID()];
  await client.query(
    `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code)
     values ($1, 'bench@example.com', 'Bench', 'Ann', '+4912345678', 'Germany', '1990-01-01', 'trade club', '$argon2id$', 'benchmark')`,
    [user],
  );
  await client.query(
    `insert into exchange_accounts (id, user_id, venue, key_hint, fingerprint, key_state)
      values ($1, $2, 'binance', 'abcd', '\\x00', 'valid')`,
    [account, user],
  );
  return account;
}
