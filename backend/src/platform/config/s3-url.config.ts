/** Endpoint, bucket and credentials of an object store. */
export interface S3Settings {
  /** `https://host:port` or `http://host:port`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Parses `s3://KEY:SECRET@HOST:PORT/BUCKET?region=REGION&tls=1`. Key and secret are percent-encoded if they contain `/`, `+` or `@`; region
 * defaults to us-east-1; `tls=0` is for an object store in the same private network. Throws an Error that names S3_URL and contains no
 * secret.
 */
export function parseS3Url(source: string): S3Settings {
  const url = URL.canParse(source) ? new URL(source) : null;
  const bucket = url?.pathname.replace(/^\/|\/$/g, '') ?? '';
  if (!url || url.protocol !== 's3:' || !url.hostname || !url.username || !url.password || !bucket || bucket.includes('/')) {
    throw new Error('S3_URL must be s3://KEY:SECRET@HOST:PORT/BUCKET?region=REGION&tls=1');
  }
  const tls = url.searchParams.get('tls') ?? '1';
  if (tls !== '0' && tls !== '1') throw new Error('S3_URL: tls must be 0 or 1');
  return {
    endpoint: `${tls === '1' ? 'https' : 'http'}://${url.host}`,
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}
