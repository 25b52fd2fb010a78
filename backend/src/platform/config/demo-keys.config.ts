import { z } from 'zod';

const keyPair = z.object({ apiKey: z.string(), secretKey: z.string() });
const demoKeys = z.object({ tradeClub: keyPair, hedgeFund: keyPair, others: z.record(z.string(), keyPair).default({}) });

export type DemoKeys = z.infer<typeof demoKeys>;

/** Parses DEMO_EXCHANGE_KEYS: exchange keys of the demonstration's members. Throws an Error that says the shape. */
export function readDemoKeys(source: string): DemoKeys {
  const parsed = demoKeys.safeParse(JSON.parse(source));
  if (!parsed.success) throw new Error('must be {"tradeClub":{"apiKey","secretKey"},"hedgeFund":{…},"others":{"name":{…}}}');
  return parsed.data;
}
