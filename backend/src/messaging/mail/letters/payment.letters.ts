import { z } from 'zod';
import { letter } from './letter.types.js';

const nothing = z.object({});

export const paymentLetters = {
  'payment-received': letter({
    data: nothing,
    subject: 'We received your proof of payment',
    preview: 'Your subscription is waiting for review.',
    heading: 'We received your proof of payment',
    paragraphs: [
      'Thank you. A person will compare it with what arrived in our wallet. You get another mail as soon as that is done; ' +
        'until then your status reads “pending”.',
    ],
    action: { label: 'Open your profile', path: '/#/profile' },
  }),
  'payment-approved': letter({
    data: nothing,
    subject: 'Your subscription is active',
    preview: 'Your payment is approved.',
    heading: 'Your subscription is active',
    paragraphs: ['Your payment is approved, and everything that belongs to your membership is open to you now.'],
    action: { label: 'Open your dashboard', path: '/#/login' },
  }),
  'payment-rejected': letter({
    data: z.object({ reason: z.string().min(1).max(1000) }),
    subject: 'Your payment needs another look',
    preview: 'We could not match your payment.',
    heading: 'We could not approve your payment',
    paragraphs: ['We looked at your proof of payment and could not approve it. This is the reason we noted:'],
    quote: '{{reason}}',
    action: { label: 'Send it again', path: '/#/subscriptionpayment' },
    notes: ['You can send the form again at any time. Your account stays open meanwhile.'],
  }),
  'payment-declined': letter({
    data: z.object({ reason: z.string().min(1).max(1000) }),
    subject: 'Your payment was declined',
    preview: 'This decision is final.',
    heading: 'We declined your payment',
    paragraphs: [
      'We looked at your proof of payment and cannot accept it. This decision is final: no other proof can be sent. ' +
        'This is the reason we noted:',
    ],
    quote: '{{reason}}',
    action: { label: 'Open your account', path: '/#/login' },
    notes: ['If you think that this is wrong, write to us. A person looks at it again and can open the form for you.'],
  }),
  'payment-reopened': letter({
    data: nothing,
    subject: 'You can send your proof of payment again',
    preview: 'The form is open for you again.',
    heading: 'You can send your proof of payment again',
    paragraphs: ['We looked at our decision once more and opened the form for you again. Please send the proof of your own transfer.'],
    action: { label: 'Open the form', path: '/#/subscriptionpayment' },
  }),
} as const;
