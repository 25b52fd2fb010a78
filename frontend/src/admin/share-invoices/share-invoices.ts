export const DRY_RUN_QUERY = 'share-invoices';
export const DRY_RUN_PATH = '/admin/share-invoices';
