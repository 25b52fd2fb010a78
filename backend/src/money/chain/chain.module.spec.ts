import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from '@jest/globals';
import { AppConfig, type ChainSettings } from '../../platform/config/index.js';
import { Clock, SystemClock } from '../../platform/domain/index.js';
import { ChainModule, ChainReaders, ReceivingAddresses } from './index.js';

const ZPUB = 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

const started = async (chains: ChainSettings) => {
  class Surroundings {}
  Module({
    providers: [
      { provide: AppConfig, useValue: { chains } },
      { provide: Clock, useClass: SystemClock },
    ],
    exports: [AppConfig, Clock],
  })(Surroundings);
  const module = await Test.createTestingModule({ imports: [{ module: Surroundings, global: true }, ChainModule] }).compile();
  return { readers: module.get(ChainReaders), addresses: module.get(ReceivingAddresses) };
};

describe('the chain module', () => {
  it('reads the chains that have a source, and derives addresses of the account', async () => {
    const { readers, addresses } = await started({
      bitcoin: { apiUrl: 'https://esplora.example', accountKey: ZPUB },
      tron: { apiUrl: 'https://tron.example', indexUrl: 'https://index.example' },
    });
    expect([readers.of('bitcoin')?.chain, readers.of('tron')?.chain]).toEqual(['bitcoin', 'tron']);
    expect(addresses.bitcoinAt(ZPUB, 1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
  });

  it('reads nothing without settings', async () => {
    const { readers } = await started({ bitcoin: {}, tron: { indexUrl: 'https://index.example' } });
    expect([readers.of('bitcoin'), readers.of('tron')]).toEqual([null, null]);
  });

  it('does not start with an account key that is none', async () => {
    await expect(started({ bitcoin: { accountKey: ZPUB.replace('6rFR', '6rFS') }, tron: {} })).rejects.toThrow('xpub or zpub');
  });
});
