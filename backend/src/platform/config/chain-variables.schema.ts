import { text, variable } from './variable.schema.js';

/** Variables of payments on chain. */
export const chainVariables = {
  BITCOIN_API_URL: variable(
    text().optional(),
    'Esplora-compatible API for payments in BTC, such as https://mempool.space/api; http:// within a private network alone; unset: the ' +
      'chain is not read',
  ),
  BITCOIN_SECOND_API_URL: variable(
    text().optional(),
    'Another Esplora-compatible API, of another operator, that has to agree before the system books a payment above $1,000; unset: an ' +
      'admin decides about those',
  ),
  BITCOIN_XPUB: variable(
    text().optional(),
    "xpub or zpub of a Bitcoin account (m/84'/0'/0') that every invoice gets an address of; set the gap limit of the wallet to 200; " +
      'never a private key; unset: PAY_BTC_ADDRESS for all',
  ),
  TRON_API_URL: variable(
    text().optional(),
    'TRON full-node HTTP API with walletsolidity for payments in USDT, such as https://api.trongrid.io; http:// within a private ' +
      'network alone; unset: the chain is not read',
  ),
  TRON_INDEX_URL: variable(
    text().optional(),
    "TronGrid's index of transfers (/v1/accounts), which a full node does not have; unset: TRON_API_URL",
  ),
  TRON_SECOND_API_URL: variable(
    text().optional(),
    'Another TRON full-node HTTP API, of another operator, that has to agree before the system books a payment above $1,000; unset: an ' +
      'admin decides about those',
  ),
  TRON_API_KEY: variable(
    text()
      .regex(/^[\w-]+$/, 'must be the key alone')
      .optional(),
    'Key of TronGrid, sent to TRON_API_URL and TRON_INDEX_URL; unset: none',
  ),
  TRON_POOL: variable(
    text().optional(),
    'TRON addresses, separated by commas (500 at most), one for each open invoice in USDT; unset: invoices share PAY_USDT_TRC20_ADDRESS ' +
      'and differ in the last digits of the amount',
  ),
} as const;
