import sharp from 'sharp';

/** A picture of an identity card, as far as a test cares. */
export function idCardImage(): Promise<Buffer> {
  return sharp({ create: { width: 80, height: 50, channels: 3, background: { r: 40, g: 90, b: 160 } } })
    .jpeg()
    .toBuffer();
}

/** Text that must be found nowhere in the clear once it is stored. */
export const PDF_TEXT = 'Electricity bill of Ines Marlow';
export const proofPdf = Buffer.from(
  `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\n% ${PDF_TEXT}\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`,
);

export const key = {
  apiKey: 'planted-api-key-vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvABCD',
  secretKey: 'planted-secret-NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiPWXYZ',
};
export const login = { userName: 'planted-login-name', password: 'planted-login-password' };
export const ADDRESS = '12 Planted Address Road, Hamburg';
/** Every secret above, to look for where it must not be. */
export const planted = [key.apiKey, key.secretKey, login.userName, login.password, ADDRESS, PDF_TEXT];

export async function clubForm() {
  return { address: ADDRESS, userType: 'trade club', platform: 'binance', ...key, idCard: await idCardImage(), proofOfAddress: proofPdf };
}

export async function fundForm() {
  return { address: ADDRESS, userType: 'hedge fund', platform: 'binance', ...login, idCard: await idCardImage(), proofOfAddress: proofPdf };
}
