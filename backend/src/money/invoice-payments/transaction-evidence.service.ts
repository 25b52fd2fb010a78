import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/domain/index.js';
import {
  addSighting,
  chains,
  ChainReaders,
  confirmationsNeeded,
  transferId,
  type Chain,
  type Sighting,
  type Transfer,
} from '../chain/index.js';
import { PayAddressesService } from '../pay-addresses/index.js';
import { SourceError } from '../sources/index.js';
import { ChainTransferReaderRepository, type CountedTransfer } from './chain-transfer-reader.repository.js';

/** A payment to an address of ours within a transaction. */
export interface EvidenceTransfer extends Pick<Transfer, 'address' | 'units' | 'rejected' | 'blockTime' | 'state'> {
  confirmations: { have: number; need: number };
  /** The invoice that the system has counted it for. */
  countedFor: CountedTransfer['invoice'] | null;
}

export interface ChainEvidence {
  chain: Chain;
  /** `not-found`: not yet, which does not make a proof a fake. `unavailable`: it cannot be read now. `not-set-up`: nothing reads it. */
  result: 'found' | 'not-found' | 'unavailable' | 'not-set-up';
  transfers: EvidenceTransfer[];
}

interface Question {
  /** Canonical: 64 lower-case hexadecimal digits, which tell nothing of the chain. */
  txid: string;
  /** Invoices of this member have addresses of their own. */
  userId: string;
  /** Scaled. Says how many confirmations are needed. */
  dueUsd: bigint;
}

/** An admin waits for the answer. */
const MAX_WAIT_MS = 5000;

/** Looks up what a transaction pays to addresses of ours, beside a proof that a person decides on. Nothing is stored. */
@Injectable()
export class TransactionEvidenceService {
  private readonly log = new Logger('TransactionEvidence');

  constructor(
    private readonly readers: ChainReaders,
    private readonly records: ChainTransferReaderRepository,
    private readonly addresses: PayAddressesService,
    private readonly clock: Clock,
  ) {}

  /** Asks both chains at once. An answer that does not come in time is `unavailable`. */
  async lookUp(question: Question): Promise<ChainEvidence[]> {
    const counted = await this.records.findCounted(question.txid);
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    return Promise.all(chains.map((chain) => this.on(chain, question, counted, signal)));
  }

  private async on(
    chain: Chain,
    { txid, userId, dueUsd }: Question,
    counted: readonly CountedTransfer[],
    signal: AbortSignal,
  ): Promise<ChainEvidence> {
    const reader = this.readers.of(chain);
    if (reader === null) return { chain, result: 'not-set-up', transfers: [] };
    const { btc, usdtTrc20 } = await this.addresses.inUse();
    const own = await this.records.findAddressesOf(chain, userId);
    try {
      const reading = await reader.transfersIn(txid, [chain === 'bitcoin' ? btc : usdtTrc20, ...own], signal);
      if (reading === null) return { chain, result: 'not-found', transfers: [] };
      const need = confirmationsNeeded(chain, dueUsd);
      return { chain, result: 'found', transfers: reading.sightings.map((one) => this.evidence(one, need, counted)) };
    } catch (error) {
      if (!(error instanceof SourceError) && !signal.aborted) throw error;
      this.log.warn({ err: error, chain }, 'a transaction cannot be looked up');
      return { chain, result: 'unavailable', transfers: [] };
    }
  }

  private evidence(sighting: Sighting, need: number, counted: readonly CountedTransfer[]): EvidenceTransfer {
    const { address, units, rejected, blockTime, confirmations } = sighting;
    const { state } = addSighting(null, sighting, need, this.clock.now())!;
    const countedFor = counted.find((one) => transferId(one) === transferId(sighting))?.invoice ?? null;
    return { address, units, rejected, blockTime, state, confirmations: { have: confirmations, need }, countedFor };
  }
}
