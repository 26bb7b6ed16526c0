import { crc32, deflateSync } from 'node:zlib'
import { qrRows } from '@shop/contract/qr-code'

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const BITS_EACH = 1
const GREY = 0
/** The standard compression and filter, and no interlacing. */
const PLAIN = [0, 0, 0] as const

/** A text as a QR code in a PNG, black on white, `scale` pixels per square: mail programs do not show SVG. */
export function qrPicture(text: string, scale: number): Buffer {
  const rows = qrRows(text)
  const side = rows.length * scale
  const lines = rows.flatMap((row) => Array<Buffer>(scale).fill(lineOf(row, scale)))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([BITS_EACH, GREY, ...PLAIN], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Filter 0, then a bit for each pixel from the left, 1 is white. */
function lineOf(row: readonly boolean[], scale: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil((row.length * scale) / 8))
  for (let x = 0; x < row.length * scale; x++) {
    if (!row[Math.floor(x / scale)]) line[1 + (x >> 3)]! |= 0x80 >> (x & 7)
  }
  return line
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
