export { ReconciliationService, type ReconcileOptions, type UnexplainedAsset } from './reconciliation.service.js';
export type { OtherMovements } from './reconciliation.js';
