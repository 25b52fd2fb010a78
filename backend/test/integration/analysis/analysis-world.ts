import sharp from 'sharp';
import { form } from '../kyc/multipart.js';
import { call, confirmedAdmin, signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import type { AnalysisPictureWire, AnalysisRecordWire } from '../../../src/platform/wire/index.js';

export const content = (more: object = {}) => ({
  title: 'Bitcoin holds its range',
  summary: 'Why 64,100 matters this week.',
  body: '# The range\n\nBuyers **held** 64,100 twice.',
  pairs: ['BTC/USDT'],
  tags: ['range'],
  audience: 'public',
  language: 'en',
  ...more,
});

/** A picture of 40 × 20 pixels. */
export const picture = (background = 'navy') =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer();

/** An API with an author, a member who paid and one who did not. */
export class AnalysisWorld {
  private constructor(
    readonly api: TestApi,
    readonly author: SignedIn,
    readonly paying: SignedIn,
    readonly unpaid: SignedIn,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<AnalysisWorld> {
    const api = await createTestApi({ PUBLIC_URL: 'https://club.example', ...settings });
    const author = await signedInTeam(api, 'signal author');
    await api.em().execute(`update sessions set confirmed_at = now() + interval '1 hour' where user_id = ?`, [author.userId]);
    const [paying, unpaid] = [await signedInMember(api), await signedInMember(api)];
    await api.em().execute(`update users set payment_status = 'approved' where id = ?`, [paying.userId]);
    return new AnalysisWorld(api, author, paying, unpaid);
  }

  admin = () => confirmedAdmin(this.api);
  rows = <T>(statement: string, values: readonly unknown[] = []) => this.api.em().execute<T[]>(statement, [...values]);
  get = (path: string, as?: SignedIn, headers: Record<string, string> = {}) =>
    call(this.api, 'GET', path, undefined, { ...(as && { token: as.token }), headers });
  act = (id: string, move: string, body: object = {}, as = this.author) =>
    call(this.api, 'POST', `/admin/analysis/${id}/${move}`, body, as);

  edit = (id: string, body: object) => call(this.api, 'PUT', `/admin/analysis/${id}`, body, this.author);

  /** Sends a picture, or what is none. */
  send(picture: Buffer | string | undefined, as = this.author) {
    const { payload, headers } = form({ picture });
    const url = '/api/v1/admin/analysis/pictures';
    return this.api.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: as.token } });
  }

  async uploaded(as = this.author): Promise<AnalysisPictureWire> {
    const response = await this.send(await picture(), as);
    if (response.statusCode !== 201) throw new Error(response.body);
    return response.json<{ data: AnalysisPictureWire }>().data;
  }

  async draft(more: object = {}): Promise<AnalysisRecordWire> {
    const response = await call(this.api, 'POST', '/admin/analysis', content(more), this.author);
    if (response.statusCode !== 201) throw new Error(response.body);
    return response.json<AnalysisRecordWire>();
  }

  async published(more: object = {}): Promise<AnalysisRecordWire> {
    const { id, revision } = await this.draft(more);
    const response = await this.act(id, 'publish', { revision });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<{ data: AnalysisRecordWire }>().data;
  }
}
