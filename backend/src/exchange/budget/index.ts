export { ProcessWeightBudget } from './process-weight-budget.js';
export { WeightBudget, WHOLE_ADDRESS, type BudgetScope, type Spending } from './weight-budget.js';
