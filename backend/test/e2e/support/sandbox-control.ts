import type { VenueRows } from './expected-rows.js';

/** The control API of the sandbox exchange that belongs to a started product. */
export class SandboxControl {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Members' data and prices stand still from now on; the exchange's own clock goes on. */
  async freeze(): Promise<void> {
    await this.send('POST', '/clock', { freeze: true });
  }

  /** They move again, and prices with them. */
  async thaw(): Promise<void> {
    await this.send('POST', '/clock', { freeze: false });
  }

  async faults(faults: object[]): Promise<void> {
    await this.send('POST', '/faults', faults);
  }

  async clearFaults(): Promise<void> {
    await this.send('DELETE', '/faults');
  }

  /** What becomes of the price streams; `refuse` ends those that are open as well. */
  async streams(action: 'silence' | 'terminate' | 'refuse' | 'resume'): Promise<void> {
    await this.send('POST', '/streams', { do: action });
  }

  /** What a complete reading of a member must give. */
  async truth(member: string): Promise<VenueRows> {
    return (await this.send('GET', `/truth/${member}`)) as VenueRows;
  }

  private async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}/__control${path}`, {
      method,
      headers: { 'x-control-token': this.token, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`sandbox control ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}

export const sandboxKey = (profile: string, rights = 'read-only', n = 1) => ({
  apiKey: `sbx_${profile}_${rights}_${n}`,
  secretKey: `sbs_${profile}_${rights}_${n}`,
});
