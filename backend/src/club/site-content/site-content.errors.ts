import { DomainError } from '../../platform/domain/index.js';

/** Somebody else saved or published since this page was opened: a 409. */
export class SectionChanged extends DomainError {
  constructor() {
    super('conflict', 'site-section.changed', 'Another admin changed this section. Reload it first');
  }
}

/** There is no draft, or it says what is published already: a 409. */
export class NothingToPublish extends DomainError {
  constructor() {
    super('conflict', 'site-section.nothing-to-publish', 'The draft does not differ from the published version');
  }
}
