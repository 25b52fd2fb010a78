/** Returns a secret's last characters, which are stored beside its ciphertext to tell keys apart; nothing of a short secret. */
export function keyHint(secret: string): string {
  return secret.length >= 12 ? secret.slice(-4) : '';
}

/** Formats a secret's last characters as `••••••••wxyz`, without decrypting the secret; null: none was given. */
export function maskSecret(hint: string | null): string {
  return hint === null ? '' : `••••••••${hint}`;
}
