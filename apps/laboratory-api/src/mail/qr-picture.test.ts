import { crc32, inflateSync } from 'node:zlib'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrPicture } from './qr-picture.ts'

/** The chunks of a PNG, after a check of their checksums. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const end = at + 8 + length
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)))
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end))
    at = end + 4
  }
  return chunks
}

test('a reader finds the number in the picture, which has a white border of four squares', () => {
  const chunks = chunksOf(qrPicture('1000021', 8))
  const header = chunks.get('IHDR')!
  const side = header.readUInt32BE(0)
  expect([side, header.readUInt32BE(4), ...header.subarray(8)]).toEqual([232, 232, 1, 0, 0, 0, 0])
  const lines = inflateSync(chunks.get('IDAT')!)
  const lineLength = 1 + Math.ceil(side / 8)
  expect(lines).toHaveLength(side * lineLength)
  const pixels = new Uint8ClampedArray(side * side * 4)
  for (let index = 0; index < side * side; index++) {
    const [y, x] = [Math.floor(index / side), index % side]
    const isWhite = (lines[y * lineLength + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1
    pixels.set([isWhite * 255, isWhite * 255, isWhite * 255, 255], index * 4)
  }
  expect(decodeQR({ data: pixels, width: side, height: side })).toBe('1000021')
  expect(pixels.subarray(0, side * 4 * 4 * 8).every((value) => value === 255)).toBe(true)
})
