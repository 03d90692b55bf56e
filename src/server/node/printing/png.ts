import { crc32, deflateSync } from 'node:zlib'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/**
 * A PNG of one bit per dot, because printers have little memory for images.
 * @param bits row by row, eight dots in a byte; 1 is black.
 */
export function pngOf(width: number, height: number, bits: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit of grey: 1 is white, so that the dots are inverted below.
  header[8] = 1
  const rowBytes = width / 8
  // Each row begins with its filter: none.
  const rows = new Uint8Array(height * (rowBytes + 1))
  for (let row = 0; row < height; row += 1) {
    for (let at = 0; at < rowBytes; at += 1) rows[row * (rowBytes + 1) + 1 + at] = ~(bits[row * rowBytes + at] ?? 0)
  }
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 4 })),
    chunk('IEND', new Uint8Array()),
  ]
  return new Uint8Array(Buffer.concat([Uint8Array.from(signature), ...chunks]))
}

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
