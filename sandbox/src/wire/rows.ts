// The row shapes of the wire: the only files that know how it spells things.
export * from './trade-rows.ts';
export * from './order-rows.ts';
export * from './position-rows.ts';
export * from './capital-rows.ts';
export * from './income-rows.ts';
export * from './market-rows.ts';
