export { PaymentDecisionsService } from './payment-decisions.service.js';
export { PaymentsModule } from './payments.module.js';
export { PaymentsService, type PayingMember } from './payments.service.js';
export { SubscriptionInvoicesService } from './subscription-invoices.service.js';
export { SubscriptionSettings } from './subscription.settings.js';
