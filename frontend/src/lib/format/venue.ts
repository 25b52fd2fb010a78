const venues: Record<string, string> = { binance: 'Binance', bybit: 'Bybit', okx: 'OKX' };

/** An exchange as it calls itself; one that is not known stays as the server names it. */
export const venueName = (id: string): string => venues[id] ?? id;
