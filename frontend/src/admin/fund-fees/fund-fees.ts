import { count } from '../../lib/format/decimal';

export const DRY_RUN_QUERY = 'fund-invoices';
export const DRY_RUN_PATH = '/admin/fund-invoices';

/** "1 invoice", "12 invoices" */
export const invoicesText = (invoices: number): string => `${count(invoices)} ${invoices === 1 ? 'invoice' : 'invoices'}`;
