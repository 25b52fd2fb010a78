export { ReconciliationService, type ReconcileOptions, type UnexplainedAsset } from './reconciliation.service.js';
