export const DRY_RUN_QUERY = 'fund-invoices';
export const DRY_RUN_PATH = '/admin/fund-invoices';
