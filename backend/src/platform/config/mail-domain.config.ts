/**
 * Returns the domain of the public URL, for Message-IDs and sender addresses; tidemark.example for an IP address or a name without a dot.
 */
export function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return /[a-z]/i.test(hostname) && hostname.includes('.') ? hostname : 'tidemark.example';
}
