export { measureBudget } from './budget-metrics.js';
export { createWeightBudget } from './create-weight-budget.js';
export { SharedWeightBudget, type BudgetSettings } from './shared-weight-budget.js';
export { WeightBudget, WHOLE_ADDRESS, type BudgetScope, type ScopeStatus, type Spending } from './weight-budget.js';
