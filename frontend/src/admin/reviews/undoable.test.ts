import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { queryClient } from '../../lib/query-client';
import { undoable } from './undoable';

afterEach(() => {
  jest.useRealTimers();
  queryClient.clear();
});

describe('cases decided on this page', () => {
  it('stay known for hours', () => {
    jest.useFakeTimers();
    undoable.decide('case-1');
    jest.advanceTimersByTime(4 * 3_600_000);
    undoable.decide('case-2');
    expect([undoable.isDecided('case-1'), undoable.isDecided('case-2')]).toEqual([true, true]);
  });

  it('are waiting again after an undo', () => {
    undoable.add('case-1', () => undefined);
    undoable.remove('case-1', true);
    expect(undoable.isDecided('case-1')).toBe(false);
  });

  it('end with the session', () => {
    undoable.decide('case-1');
    queryClient.clear();
    expect(undoable.isDecided('case-1')).toBe(false);
  });
});
