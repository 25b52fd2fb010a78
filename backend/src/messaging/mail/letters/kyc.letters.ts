import { z } from 'zod';
import { letter } from './letter.types.js';

const nothing = z.object({});

export const kycLetters = {
  'kyc-received': letter({
    data: nothing,
    subject: 'We received your documents',
    preview: 'Your verification is waiting for review.',
    heading: 'We received your documents',
    paragraphs: [
      'Thank you. A person will look at your identity card and your proof of address. You get another mail as soon as that ' +
        'is done; until then your status reads “pending”.',
    ],
    action: { label: 'Open your profile', path: '/#/profile' },
    notes: ['We never ask for documents, passwords or keys by mail.'],
  }),
  'kyc-approved': letter({
    data: nothing,
    subject: 'Your verification is approved',
    preview: 'Your account is verified.',
    heading: 'Your verification is approved',
    paragraphs: [
      'Your account is verified. If you gave us a read-only key, we are reading your wallet and your trades now; the first ' +
        'figures appear within a minute or so.',
    ],
    action: { label: 'Open your dashboard', path: '/#/login' },
  }),
  'kyc-rejected': letter({
    data: z.object({ reason: z.string().min(1).max(1000) }),
    subject: 'Your verification needs another look',
    preview: 'We could not approve your documents as they are.',
    heading: 'We could not approve your documents',
    paragraphs: ['We looked at what you sent and could not approve it. This is the reason we noted:'],
    quote: '{{reason}}',
    action: { label: 'Send it again', path: '/#/kycverification' },
    notes: ['You can send the form again at any time. Your account stays open meanwhile.'],
  }),
  'kyc-declined': letter({
    data: z.object({ reason: z.string().min(1).max(1000) }),
    subject: 'Your verification was declined',
    preview: 'This decision is final.',
    heading: 'We declined your verification',
    paragraphs: [
      'We looked at what you sent and cannot verify you. This decision is final: the form cannot be sent ' +
        'again. This is the reason we noted:',
    ],
    quote: '{{reason}}',
    action: { label: 'Open your account', path: '/#/login' },
    notes: [
      'If you think that this is wrong, write to us. A person looks at it again and can open the form for you.',
      'If you gave us an exchange key, we have deleted it. Please delete it at your exchange as well.',
    ],
  }),
  'kyc-reopened': letter({
    data: nothing,
    subject: 'You can send your verification again',
    preview: 'The form is open for you again.',
    heading: 'You can send your verification again',
    paragraphs: [
      'We looked at our decision once more and opened the form for you again. Please send your documents and a read-only exchange key.',
    ],
    action: { label: 'Open the form', path: '/#/kycverification' },
    notes: ['We never ask for documents, passwords or keys by mail.'],
  }),
  'key-problem': letter({
    data: z.object({ problem: z.string().min(1).max(1000) }),
    subject: 'Your exchange key needs your attention',
    preview: 'We stopped using your exchange key.',
    heading: 'Your exchange key needs your attention',
    paragraphs: ['We checked the key you gave us and stopped using it. This is what we found:'],
    quote: '{{problem}}',
    action: { label: 'Open your exchange key', path: '/#/exchange-key' },
    notes: [
      'Please delete that key at your exchange, make a new one that can only read, and put it in the place of the old one. ' +
        'Or take the surplus rights away from it there, and have it checked again here.',
      'We never need the right to trade, to move or to withdraw. What we have read so far stays, and nothing new is read until then.',
    ],
  }),
  'key-expires': letter({
    data: z.object({ day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) }),
    subject: 'Your exchange key ends soon',
    preview: 'Please make a new one in time.',
    heading: 'Your exchange key ends on {{day}}',
    paragraphs: [
      'Your exchange ends the key you gave us on {{day}}. From then on we can read nothing new of your account.',
      'Please make a new key that can only read, and put it in the place of the old one. If you restrict it to our ' +
        'address, most exchanges do not end it by themselves.',
    ],
    action: { label: 'Open your exchange key', path: '/#/exchange-key' },
  }),
  'key-replaced': letter({
    data: nothing,
    subject: 'Your exchange key was replaced',
    preview: 'We read your account with another key from now on.',
    heading: 'Your exchange key was replaced',
    paragraphs: [
      'Somebody signed in to your account, most likely you, put another exchange key in the place of the old one. The old ' +
        'key is deleted here; please delete it at your exchange as well.',
    ],
    action: { label: 'Open your exchange key', path: '/#/exchange-key' },
    notes: ['If it was not you, change your password now and write to us.'],
  }),
  'key-removed': letter({
    data: nothing,
    subject: 'Your exchange key was removed',
    preview: 'We read your account no further.',
    heading: 'Your exchange key was removed',
    paragraphs: [
      'Somebody signed in to your account, most likely you, removed its exchange key. The key is deleted here; please ' +
        'delete it at your exchange as well. What we have read so far stays in your account.',
    ],
    action: { label: 'Open your exchange key', path: '/#/exchange-key' },
    notes: ['If it was not you, change your password now and write to us.'],
  }),
} as const;
