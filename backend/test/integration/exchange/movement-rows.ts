type Row = Record<string, unknown>;

let movements = 0;

type Leg = readonly [wallet: 'spot' | 'futures' | 'funding', asset: string, amount: string] | null;

export function movement(kind: 'transfer' | 'dust' | 'convert' | 'dividend', from: Leg, to: Leg, at: Date, id = `m${++movements}`): Row {
  const side = (name: string, leg: Leg) => ({
    [`${name}_wallet`]: leg?.[0] ?? null,
    [`${name}_asset`]: leg?.[1] ?? null,
    [`${name}_amount`]: leg?.[2] ?? null,
  });
  return { kind, id, time: at.toISOString(), ...side('from', from), ...side('to', to) };
}

const WALLETS = { MAIN: 'spot', UMFUTURE: 'futures', FUNDING: 'funding' } as const;

/** Rows of the four lists; ids beyond 2^53 are made anew, which a plain JSON reader rounds. */
export function movementRows(of: (name: string) => Row[]): Row[] {
  const at = (row: Row, name: string) => new Date(row[name] as number);
  const text = (row: Row, name: string) => row[name] as string;
  const id = (row: Row, time: string) => `${String(row[time])} ${text(row, 'amount')}`;
  return [
    ...of('transfers').map((row) => {
      const [from, to] = text(row, 'type').split('_') as (keyof typeof WALLETS)[];
      const leg = (wallet: keyof typeof WALLETS) => [WALLETS[wallet], text(row, 'asset'), text(row, 'amount')] as const;
      return movement('transfer', leg(from!), leg(to!), at(row, 'timestamp'), id(row, 'timestamp'));
    }),
    ...of('dust').flatMap((sweep) =>
      (sweep['userAssetDribbletDetails'] as Row[]).map((row) =>
        movement(
          'dust',
          ['spot', text(row, 'fromAsset'), text(row, 'amount')],
          ['spot', text(row, 'targetAsset'), text(row, 'transferedAmount')],
          at(row, 'operateTime'),
          `${String(row['transId'])}:${text(row, 'fromAsset')}`,
        ),
      ),
    ),
    ...of('conversions').map((row) =>
      movement(
        'convert',
        ['spot', text(row, 'fromAsset'), text(row, 'fromAmount')],
        ['spot', text(row, 'toAsset'), text(row, 'toAmount')],
        at(row, 'createTime'),
        text(row, 'quoteId'),
      ),
    ),
    ...of('dividends').map((row) =>
      movement('dividend', null, ['spot', text(row, 'asset'), text(row, 'amount')], at(row, 'divTime'), String(row['id'])),
    ),
  ];
}
