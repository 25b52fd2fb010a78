import { crc32, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** The files of a ZIP archive by path, each with its checksum compared. Throws for anything that is none. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error('this is no ZIP archive');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('the list of the archive is broken');
    const [method, sum, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 20)];
    const [name, extra, comment] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30), archive.readUInt16LE(at + 32)];
    const path = archive.toString('utf8', at + 46, at + 46 + name);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const stored = archive.subarray(start, start + size);
    const bytes = method === 0 ? stored : inflateRawSync(stored);
    if (crc32(bytes) !== sum) throw new Error(`${path} is broken`);
    files.set(path, bytes);
    at += 46 + name + extra + comment;
  }
  return files;
}
