import { DomainError } from '../../platform/domain/index.js';

/** A member may have one unfinished export. A 409. */
export class ExportUnderWay extends DomainError {
  constructor() {
    super('conflict', 'export.under-way', 'We are already preparing your data and will email you when it is ready');
  }
}

/** There is no export, it failed, or it has expired. A 409. */
export class NoExport extends DomainError {
  constructor() {
    super('conflict', 'export.none', 'There is no finished copy of your data. Please request a new one');
  }
}

export class ErasureUnderWay extends DomainError {
  constructor() {
    super('conflict', 'erasure.under-way', 'You have already asked us to erase your account. We will answer that request');
  }
}

export class NoErasureRequest extends DomainError {
  constructor() {
    super('conflict', 'erasure.none', 'There is no open erasure request');
  }
}

export class ErasureDecided extends DomainError {
  constructor() {
    super('conflict', 'erasure.decided', 'This request is not waiting for a decision');
  }
}

/** A member with an open erasure request cannot store anything new. A 409. */
export class ProcessingRestricted extends DomainError {
  constructor() {
    super(
      'conflict',
      'privacy.restricted',
      'You have asked us to erase your account, so we store nothing new about you. Withdraw the request first, under “My data”',
    );
  }
}
