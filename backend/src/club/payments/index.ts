export { PaymentDecisions } from './payment-decisions.service.js';
export { PaymentsModule } from './payments.module.js';
export { PaymentsService, type PayingMember } from './payments.service.js';
export { Subscription } from './subscription.js';
