import { DomainError } from '../../platform/domain/index.js';
import type { PostMove, PostState } from './analysis.types.js';

const participles: Record<PostMove | 'edit', string> = {
  schedule: 'scheduled',
  unschedule: 'taken off the schedule',
  publish: 'published',
  withdraw: 'withdrawn',
  edit: 'edited as a draft',
};
const states: Record<PostState, string> = {
  draft: 'is a draft',
  scheduled: 'is scheduled',
  published: 'is published',
  withdrawn: 'is withdrawn',
};

/** The post is in a state from which the move is not open: a 409. */
export class PostMoveRefused extends DomainError {
  constructor(move: PostMove | 'edit', state: PostState) {
    super('conflict', `analysis.cannot-${move}`, `This analysis ${states[state]} and cannot be ${participles[move]}`);
  }
}

/** The post is neither published nor scheduled, so that there is nothing to correct: a 409. */
export class NothingToCorrect extends DomainError {
  constructor() {
    super('conflict', 'analysis.not-published', 'This analysis is neither published nor scheduled. Edit it instead');
  }
}

/** Another admin has saved the post since this one opened it: a 409. */
export class PostChanged extends DomainError {
  constructor() {
    super('conflict', 'analysis.changed', 'Another admin changed this analysis. Reload it before you save');
  }
}
