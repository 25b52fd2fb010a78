/** The nonce the server wrote into the page: styles made at run time may only be added with it. */
export function cspNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content || undefined;
}
