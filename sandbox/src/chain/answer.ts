/** What a chain's API answers. */
export interface ChainAnswer {
  status: number;
  type: string;
  text: string;
}

export const plainText = (text: string, status = 200): ChainAnswer => ({ status, type: 'text/plain', text });
export const json = (value: unknown, status = 200): ChainAnswer => ({ status, type: 'application/json', text: JSON.stringify(value) });
