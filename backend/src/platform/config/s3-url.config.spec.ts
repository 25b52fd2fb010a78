import { describe, expect, it } from '@jest/globals';
import { parseS3Url } from './s3-url.config.js';

describe('S3_URL', () => {
  it('names key, secret, place, bucket, region and protocol', () => {
    expect(parseS3Url('s3://AKIA:se%2Fcr%2Bet@minio.internal:9000/club-files?region=eu-west-1&tls=0')).toEqual({
      endpoint: 'http://minio.internal:9000',
      bucket: 'club-files',
      region: 'eu-west-1',
      accessKeyId: 'AKIA',
      secretAccessKey: 'se/cr+et',
    });
  });

  it('is encrypted and in us-east-1 unless it says otherwise', () => {
    expect(parseS3Url('s3://k:s@s3.example.com/bucket')).toMatchObject({ endpoint: 'https://s3.example.com', region: 'us-east-1' });
  });

  it.each([
    's3://host/bucket',
    's3://k:s@host',
    's3://k:s@host/',
    's3://k:s@host/a/b',
    's3://k:topsecret@host/b?tls=yes',
    'https://k:topsecret@host/b',
    'topsecret',
  ])('is refused by name, without its secret: %s', (url) => {
    expect(() => parseS3Url(url)).toThrow(/^S3_URL(?!.*topsecret)/);
  });
});
