import { describe, expect, it } from '@jest/globals';
import { compareMessages, textsOfModule } from '../../../scripts/lib/api-message-rules.mjs';

const path = 'backend/src/club/payments/payments.errors.ts';
const module = (source: string, file = path): [string, string[]] => [file, textsOfModule(file, source)];
const messages = new Map([
  ['api.paid', 'You paid already'],
  ['api.fee', 'The fee is {fee} dollars'],
]);
const source = "const a = 'You paid already'; const b = `The fee is ${fee} dollars`;";

describe('messages of the API', () => {
  it('are complete where each is said and each sentence is one', () => {
    expect(compareMessages(messages, [module(source)])).toEqual({ unsaid: [], unknown: [] });
  });

  it('are missed where a module says another sentence to members', () => {
    const more = `${source} throw new PaymentError('The amount must be a number');`;
    expect(compareMessages(messages, [module(more)]).unknown).toEqual([[path, 'The amount must be a number']]);
    expect(compareMessages(messages, [module(more, 'backend/src/operations/cli/cli.errors.ts')]).unknown).toEqual([]);
  });

  it('may be written in parts', () => {
    const parts = "throw new PaymentError('The amount must be a number, ' + 'and not below zero');";
    expect(compareMessages(messages, [module(`${source} ${parts}`)]).unknown).toEqual([
      [path, 'The amount must be a number, and not below zero'],
    ]);
  });

  it('are superfluous where no module says them', () => {
    expect(compareMessages(messages, [module("const a = 'You paid already';")]).unsaid).toEqual(['api.fee']);
  });
});
