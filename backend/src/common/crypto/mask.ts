/** The last characters of a secret, kept beside its ciphertext so that people can tell keys apart. Short secrets give nothing away. */
export function keyHint(secret: string): string {
  return secret.length >= 12 ? secret.slice(-4) : '';
}

/** How a secret is shown: `••••••••wxyz`. Takes the hint alone, so that nothing has to be opened; null: none was given. */
export function maskSecret(hint: string | null): string {
  return hint === null ? '' : `••••••••${hint}`;
}
