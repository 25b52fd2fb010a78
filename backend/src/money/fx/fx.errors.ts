import { InvalidInput } from '../../platform/domain/index.js';

export const noSuchCurrency = () => InvalidInput.field('currency', 'Choose a currency from the list', 'fx.no-such-currency');
