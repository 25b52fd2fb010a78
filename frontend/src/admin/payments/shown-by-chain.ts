/** Instead of a document: the system itself approved the payment. */
export const SHOWN_BY_CHAIN = 'Found on chain';
